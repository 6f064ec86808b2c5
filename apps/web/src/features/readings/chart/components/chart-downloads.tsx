import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type uPlot from 'uplot';
import { Notice } from '../../../../components/notice.tsx';
import { saveFile } from '../../../../lib/save-file.ts';
import { formatTimestamp, renderPng, toCsv } from '../chart-export.ts';
import type { RecordTime } from '../chart-text.ts';
import { BAND_COLORS, type BandColumn } from '../fan-column.ts';
import type { Panel } from '../panels.ts';

export interface ChartDownloadsProps {
  /** The file name without its extension. */
  readonly name: string;
  /** The title of the image; see `ImageHeader`. */
  readonly imageTitle: readonly string[];
  /** The farm's time zone. */
  readonly timeZone: string;
  /** The rendered panels, keyed by position from the top; null if none is rendered. */
  readonly plots: ReadonlyMap<number, uPlot> | null;
  /** The column headings, one per line of a panel. */
  readonly headings: readonly string[];
  /** The panel titles, one per panel. */
  readonly titles: readonly string[];
  readonly panels: readonly Panel[];
  readonly records: readonly RecordTime[];
  readonly columns: readonly BandColumn[];
  /** Opens the export of all readings. */
  readonly onExport: () => void;
}

/** Saves the chart's values as CSV and its image as PNG. */
export function ChartDownloads(props: ChartDownloadsProps) {
  const {
    name,
    imageTitle,
    timeZone,
    plots,
    headings: columnHeadings,
    titles,
    panels,
    records,
  } = props;
  const { columns, onExport } = props;
  const { t } = useTranslation();
  const [hasFailed, setFailed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const save = (content: Blob | Promise<Blob>, extension: string) => {
    setFailed(false);
    setBusy(true);
    Promise.resolve(content)
      .then(
        (file) => saveFile(file, `${name}.${extension}`),
        () => setFailed(true),
      )
      .finally(() => setBusy(false));
  };
  const buildCsv = () => {
    const values = panels.flatMap(({ lines }) => lines.map((line) => line.values));
    const rows = records.map((record, index) => [
      formatTimestamp(record, timeZone),
      ...values.map((line) => roundToHundredths(line[index] ?? null)),
      ...columns.map(({ getCell }) => getCell(index)),
    ]);
    const fileHeadings = columns.map(({ fileHeading }) => fileHeading);
    return toCsv([t('chart.time'), ...columnHeadings, ...fileHeadings], rows);
  };
  const renderImage = (plots: ReadonlyMap<number, uPlot>) => {
    const sortedPanels = [...plots]
      .sort(([a], [b]) => a - b)
      .map(([index, plot]) => ({ title: titles[index] ?? '', plot }));
    const style = getComputedStyle(document.documentElement);
    const readColor = (token: string) => style.getPropertyValue(`--gr-${token}`).trim();
    return renderPng(sortedPanels, {
      title: imageTitle,
      legend: columns.map(({ kind, legend }) => ({
        label: legend,
        color: readColor(BAND_COLORS[kind]),
      })),
      colors: { background: readColor('card'), ink: readColor('ink') },
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
          <Menu.Item onClick={() => save(buildCsv(), 'csv')}>{t('chart.csv')}</Menu.Item>
          <Menu.Item onClick={onExport}>{t('chart.readings')}</Menu.Item>
          {plots !== null && (
            <Menu.Item onClick={() => save(renderImage(plots), 'png')}>{t('chart.png')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {hasFailed && <Notice state="warning" isAlert title={t('chart.noFile')} />}
    </>
  );
}

/** Rounds to 0.01; null stays null. */
function roundToHundredths(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}
