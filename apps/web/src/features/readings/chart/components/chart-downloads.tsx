import type { ChartRecord } from '@granary/contract/readings/http';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type uPlot from 'uplot';
import { Notice } from '../../../../components/notice.tsx';
import { saveFile } from '../../../../lib/save-file.ts';
import { formatTimestamp, renderPng, toCsv } from '../chart-files.ts';
import type { FanColumn } from '../fan-column.ts';
import type { Panel } from '../panels.ts';

export interface ChartDownloadsProps {
  /** Of the file, without its ending. */
  readonly name: string;
  /** Stands over the picture. */
  readonly heading: string;
  /** The panels that are drawn, by their place from the top; null: none is. */
  readonly plots: ReadonlyMap<number, uPlot> | null;
  /** One a line of the panels. */
  readonly heads: readonly string[];
  /** One a panel. */
  readonly titles: readonly string[];
  readonly panels: readonly Panel[];
  readonly records: readonly ChartRecord[];
  /** Null where no fan ran. */
  readonly fan: FanColumn | null;
  /** Asks for a time, and saves all that was measured in it. */
  readonly onReadings: () => void;
}

/** The chart as a file: its values, and where it is drawn its picture. */
export function ChartDownloads(props: ChartDownloadsProps) {
  const { name, heading, plots, heads, titles, panels, records, fan, onReadings } = props;
  const { t } = useTranslation();
  const [hasFailed, setFailed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const save = (made: Blob | Promise<Blob>, ending: string) => {
    setFailed(false);
    setBusy(true);
    Promise.resolve(made)
      .then(
        (file) => saveFile(file, `${name}.${ending}`),
        () => setFailed(true),
      )
      .finally(() => setBusy(false));
  };
  const csv = () => {
    const values = panels.flatMap(({ lines }) => lines.map((line) => line.values));
    const rows = records.map((record, index) => [
      formatTimestamp(record),
      ...values.map((line) => rounded(line[index] ?? null)),
      ...(fan === null ? [] : [fan.cell(index)]),
    ]);
    return toCsv([t('chart.time'), ...heads, ...(fan === null ? [] : [fan.fileHead])], rows);
  };
  const png = (drawn: ReadonlyMap<number, uPlot>) => {
    const inOrder = [...drawn]
      .sort(([a], [b]) => a - b)
      .map(([index, plot]) => ({ title: titles[index] ?? '', plot }));
    const style = getComputedStyle(document.documentElement);
    const color = (token: string) => style.getPropertyValue(`--gr-${token}`).trim();
    return renderPng(inOrder, {
      title: heading,
      bandLabel: fan === null ? null : t('fan.fanOn'),
      colors: { ground: color('card'), ink: color('ink'), band: color('ok') },
    });
  };
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            loading={isBusy}
            leftSection={<IconDownload size={20} aria-hidden />}
          >
            {t('chart.download')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => save(csv(), 'csv')}>{t('chart.csv')}</Menu.Item>
          <Menu.Item onClick={onReadings}>{t('chart.readings')}</Menu.Item>
          {plots !== null && (
            <Menu.Item onClick={() => save(png(plots), 'png')}>{t('chart.png')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {hasFailed && <Notice state="warning" isAlert title={t('chart.noFile')} />}
    </>
  );
}

/** Measurements stand to 0.01. */
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}
