import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCableName, formatSensorName } from '../../../bin-data/format-sensor-name.ts';
import { BinPicture } from '../../../bin-picture/bin-picture.tsx';
import { findPage } from '../../../bin-picture/geometry.ts';
import type { CellAddress, PictureTexts, ShownValues } from '../../../bin-picture/model.ts';
import { SensorPager } from '../../../bin-picture/sensor-pager.tsx';
import { limitToWidth } from '../../../bin-picture/sizes.ts';
import { useWidth } from '../../../bin-picture/use-width.ts';
import { Notice } from '../../../components/notice.tsx';
import {
  SegmentedControl,
  type SegmentedControlProps,
} from '../../../components/segmented-control.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { generateSampleCables, sampleColors } from '../sample-bin.ts';
import { SampleLegend, SensorBars } from './sensor-bars.tsx';
import classes from './visualizer.module.css';

const NO_HOT_SENSORS: readonly CellAddress[] = [];
const UNKNOWN_LEVEL = { kind: 'unknown' } as const;

/** A bin with random readings, for demonstration. */
export function Visualizer() {
  const { t } = useTranslation();
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [cables, setCables] = useState(() => generateSampleCables(Math.random));
  const [selected, setSelected] = useState<CellAddress | null>(null);
  const [page, setPage] = useState(0);
  const [chosenValues, setChosenValues] = useState<ShownValues>('both');
  const labels = useSampleLabels();
  const visibleValues = limitToWidth(width, cables.length, chosenValues);
  const cell = cables
    .find((cable) => cable.number === selected?.cable)
    ?.cells.find((sensorCell) => sensorCell.depth === selected?.depth);
  const select = (address: CellAddress) => {
    setSelected(address);
    setPage(findPage(address.depth));
  };
  const regenerate = () => {
    setCables(generateSampleCables(Math.random));
    setSelected(null);
    setPage(0);
  };
  return (
    <>
      <Notice
        state="unknown"
        title={t('visualizer.sample')}
        detail={t('visualizer.sampleDetail')}
        action={
          <Button variant="default" onClick={regenerate}>
            {t('visualizer.again')}
          </Button>
        }
      />
      <div className={classes['columns']}>
        <section className={classes['card']} aria-label={labels.title}>
          <SegmentedControl
            aria-label={t('picture.shows')}
            data={listChoices(limitToWidth(width, cables.length, 'both') === 'both', t)}
            value={visibleValues}
            onChange={setChosenValues}
          />
          <SensorPager
            cables={cables}
            page={page}
            onPage={setPage}
            texts={{
              range: (first, last, total) => t('picture.range', { first, last, of: total }),
              previous: t('picture.pageUp'),
              next: t('picture.pageDown'),
            }}
          />
          <div ref={box} className={classes['picture']}>
            <BinPicture
              cables={cables}
              level={UNKNOWN_LEVEL}
              unit="c"
              locale={format.locale}
              shownValues={chosenValues}
              page={page}
              hotSensors={NO_HOT_SENSORS}
              hotSpotSeverity="watch"
              plenum={null}
              fan={null}
              outside={null}
              selected={selected}
              onSelect={select}
              onMenu={select}
              texts={labels}
              customColors={sampleColors}
            />
          </div>
          <SampleLegend visibleValues={visibleValues} />
        </section>
        <section className={classes['card']} role="status">
          {selected === null || cell === undefined ? (
            <p className={classes['hint']}>{t('visualizer.choose')}</p>
          ) : (
            <SensorBars cable={selected.cable} cell={cell} />
          )}
        </section>
      </div>
    </>
  );
}

function listChoices(hasBoth: boolean, t: TFunction): SegmentedControlProps<ShownValues>['data'] {
  return [
    // Narrow screens show one value at a time.
    ...(hasBoth ? [{ value: 'both' as const, label: t('picture.showBoth') }] : []),
    { value: 'temperature', label: t('picture.showTemperature') },
    { value: 'moisture', label: t('picture.showMoisture') },
  ];
}

/** The picture's labels; the labels of parts that a sample bin does not have are empty. */
function useSampleLabels(): PictureTexts {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    () => ({
      title: t('picture.title', { name: t('visualizer.name') }),
      level: { long: '', short: '' },
      quantity: null,
      levelUnknown: { title: '' },
      disabled: { long: t('picture.disabled'), short: t('sensors.off') },
      cable: (cable) => formatCableName(cable, t),
      row: (depth) => t('picture.row', { depth }),
      subBin: () => '',
      cell: ({ cable, cell }) =>
        [
          formatSensorName(cable, cell.depth, t),
          cell.temperature === null ? '' : format.temperature(cell.temperature, 'c'),
          t('picture.moisture', { value: format.percent(cell.moisture ?? 0) }),
        ].join(', '),
      hotSpotSentence: () => '',
      hotSpot: () => ({ title: '', long: '', short: '' }),
    }),
    [t, format],
  );
}
