import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import type { HotSensor } from '@granary/domain/readings/hot-sensors';
import { SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SensorCable } from '../../../bin-data/sensor-cables.ts';
import { BinPicture } from '../../../bin-picture/bin-picture.tsx';
import { PHONE_WIDTH, shownAtWidth } from '../../../bin-picture/geometry.ts';
import { Legend } from '../../../bin-picture/legend.tsx';
import type { CellAddress, Level, Shows } from '../../../bin-picture/model.ts';
import { SensorPager } from '../../../bin-picture/sensor-pager.tsx';
import { useWidth } from '../../../bin-picture/use-width.ts';
import { useNow } from '../../../lib/clock.ts';
import { unitSymbol } from '../../../lib/format.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { missingMoistureText } from '../moisture-source.ts';
import type { OutdoorAir } from '../outdoor-air.ts';
import {
  legendLabels,
  pictureFan,
  pictureLabels,
  pictureOutside,
  plenumLabels,
} from '../picture-labels.ts';
import classes from './picture-card.module.css';

export interface PictureCardProps {
  readonly bin: Bin;
  readonly reading: Reading;
  readonly cables: readonly SensorCable[];
  readonly isLatest: boolean;
  readonly outside: OutdoorAir | null;
  readonly selected: CellAddress | null;
  /** Which 16 rows, from 0. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onSelect: (cell: CellAddress) => void;
  readonly onMenu: (cell: CellAddress) => void;
  /** Shown above the picture: the record navigation. */
  readonly nav: ReactNode;
  /** Shown next to the legend. */
  readonly menu: ReactNode;
}

/** The bin's picture with its controls and legend. */
export function PictureCard(props: PictureCardProps) {
  const { bin, reading, cables, page } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const isDark = useComputedColorScheme('light') === 'dark';
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [chosen, setChosen] = useState<Shows>('both');
  const context = useMemo(() => ({ t, format }), [t, format]);
  const hot = reading.hotSensors;
  const hotCells = useMemo(() => toCells(cables, hot), [cables, hot]);
  const words = useMemo(
    () => pictureLabels(bin, reading, cables, hot, context),
    [bin, reading, cables, hot, context],
  );
  const legend = useMemo(
    () => legendLabels(bin, cables, isDark, context),
    [bin, cables, isDark, context],
  );
  const shows = shownAtWidth(width, chosen);
  const noMoisture = missingMoistureText(bin.showsHumidity, cables, context);
  return (
    <section className={classes['card']} aria-label={words.title}>
      <div className={classes['header']}>
        {props.nav}
        <ValueChoice bin={bin} cables={cables} width={width} shows={shows} onChange={setChosen} />
      </div>
      <SensorPager
        cables={cables}
        page={page}
        onPage={props.onPage}
        texts={{
          range: (first, last, of) => t('picture.range', { first, last, of }),
          previous: t('picture.pageUp'),
          next: t('picture.pageDown'),
        }}
      />
      <div ref={box}>
        <BinPicture
          cables={cables}
          level={toLevel(reading)}
          unit={bin.temperatureUnit}
          locale={format.locale}
          shows={chosen}
          page={page}
          hotSensors={hotCells}
          plenum={plenumLabels(bin, reading, context)}
          fan={props.isLatest ? pictureFan(bin, reading, now, context) : null}
          outside={pictureOutside(bin, props.outside, context)}
          selected={props.selected}
          onSelect={props.onSelect}
          onMenu={props.onMenu}
          texts={words}
        />
      </div>
      <div className={classes['footer']}>
        <Legend cables={cables} level={toLevel(reading)} shows={shows} {...legend} />
        {props.menu}
      </div>
      {noMoisture !== null && <p className={classes['note']}>{noMoisture}</p>}
    </section>
  );
}

function toCells(cables: readonly SensorCable[], sensors: readonly HotSensor[]): CellAddress[] {
  return sensors.flatMap(({ cable, position }) => {
    const cells = cables.find(({ number }) => number === cable)?.cells ?? [];
    const depth = cells.find((cell) => cell.position === position)?.depth;
    return depth === undefined ? [] : [{ cable, depth }];
  });
}

function toLevel({ levelKnown, fillPercent }: Reading): Level {
  return levelKnown ? { kind: 'known', percent: fillPercent } : { kind: 'unknown' };
}

interface ValueChoiceProps {
  readonly bin: Bin;
  readonly cables: readonly SensorCable[];
  readonly width: number;
  readonly shows: Shows;
  readonly onChange: (shows: Shows) => void;
}

/** A phone shows one value at a time, named by its unit. */
function ValueChoice({ bin, cables, width, shows, onChange }: ValueChoiceProps) {
  const { t } = useTranslation();
  const isHumidity = cables.every((cable) => cable.showsHumidity);
  const second = t(isHumidity ? 'picture.showHumidity' : 'picture.showMoisture');
  const isPhone = width < PHONE_WIDTH;
  const data = isPhone
    ? [
        {
          value: 'temperature',
          label: (
            <abbr title={t('picture.showTemperature')}>{unitSymbol(bin.temperatureUnit)}</abbr>
          ),
        },
        {
          value: 'moisture',
          label: <abbr title={second}>{isHumidity ? t('units.percentRelative') : '%'}</abbr>,
        },
      ]
    : [
        { value: 'both', label: t('picture.showBoth') },
        { value: 'temperature', label: t('picture.showTemperature') },
        { value: 'moisture', label: second },
      ];
  return (
    <SegmentedControl
      className={classes['choice'] ?? ''}
      aria-label={t('picture.shows')}
      data={data}
      value={shows}
      onChange={(value) => onChange(value as Shows)}
    />
  );
}
