import { toAssessmentInput } from '@granary/contract/bins/assessment-input';
import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { assessBin } from '@granary/domain/bins/assess-bin';
import { getHotSpotSeverity } from '@granary/domain/bins/state';
import type { HotSensor } from '@granary/domain/readings/hot-sensors';
import { useComputedColorScheme } from '@mantine/core';
import { memo, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SensorCable } from '../../../bin-data/sensor-cables.ts';
import { BinDrawing, BinPicture } from '../../../bin-picture/bin-picture.tsx';
import { countPages, PHONE_WIDTH } from '../../../bin-picture/geometry.ts';
import { Legend } from '../../../bin-picture/legend.tsx';
import type { CellAddress, Level, ShownValues } from '../../../bin-picture/model.ts';
import { SensorPager } from '../../../bin-picture/sensor-pager.tsx';
import { limitToWidth, minTwinWidth } from '../../../bin-picture/sizes.ts';
import { useWidth } from '../../../bin-picture/use-width.ts';
import {
  SegmentedControl,
  type SegmentedControlProps,
} from '../../../components/segmented-control.tsx';
import { useNow } from '../../../lib/clock.ts';
import { getUnitSymbol } from '../../../lib/format.ts';
import { useIsPrinting } from '../../../lib/printing.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { explainMissingMoisture } from '../moisture-source.ts';
import type { OutdoorAir } from '../outdoor-air.ts';
import {
  buildLegendLabels,
  buildPictureLabels,
  describeFan,
  formatOutdoorAir,
  formatPlenum,
} from '../picture-labels.ts';
import classes from './picture-card.module.css';

export interface PictureCardProps {
  readonly bin: Bin;
  readonly reading: Reading;
  readonly cables: readonly SensorCable[];
  readonly isLatest: boolean;
  readonly outdoorAir: OutdoorAir | null;
  readonly selectedCell: CellAddress | null;
  /** The page of 16 rows, counted from 0. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onSelect: (cell: CellAddress) => void;
  readonly onMenu: (cell: CellAddress) => void;
  /** The record navigation, shown next to the value selector. */
  readonly nav: ReactNode;
  /** The menu, shown next to the legend. */
  readonly menu: ReactNode;
}

/** The bin's picture with its controls and legend. */
export function PictureCard(props: PictureCardProps) {
  const { bin, reading, cables, page } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const isDark = useComputedColorScheme('light') === 'dark';
  const containerRef = useRef<HTMLDivElement>(null);
  const width = useWidth(containerRef, estimateWidth);
  const isPrinting = useIsPrinting();
  const [chosenValues, setChosenValues] = useState<ShownValues>('both');
  // The control changes at once, the sensors a moment later.
  const deferredChoice = useDeferredValue(chosenValues);
  const context = useMemo(() => ({ t, format }), [t, format]);
  const hotSensors = reading.hotSensors;
  const hotCells = useMemo(() => toCells(cables, hotSensors), [cables, hotSensors]);
  const pictureLabels = useMemo(
    () => buildPictureLabels(bin, reading, cables, hotSensors, context),
    [bin, reading, cables, hotSensors, context],
  );
  const legend = useMemo(
    () => buildLegendLabels(bin, cables, isDark, context),
    [bin, cables, isDark, context],
  );
  const shownValues = limitToWidth(width, cables.length, chosenValues);
  const level = useMemo(() => toLevel(reading), [reading]);
  const missingMoisture = explainMissingMoisture(bin.showsHumidity, cables, context);
  // On a phone the picture comes first and the controls are below it, near the thumb.
  const isPhone = width < PHONE_WIDTH;
  const controls = (
    <Controls
      key="controls"
      bin={bin}
      cables={cables}
      page={page}
      onPage={props.onPage}
      nav={props.nav}
      width={width}
      shownValues={shownValues}
      onChange={setChosenValues}
    />
  );
  const pictureProps = {
    cables,
    level,
    unit: bin.temperatureUnit,
    locale: format.locale,
    shownValues: deferredChoice,
    hotSensors: hotCells,
    // Alerts are known only for the latest reading.
    hotSpotSeverity: getHotSpotSeverity(
      props.isLatest ? assessBin(toAssessmentInput(bin, reading), now) : [],
    ),
    plenum: formatPlenum(bin, reading, context),
    fan: props.isLatest ? describeFan(bin, reading, now, context) : null,
    outside: formatOutdoorAir(bin, props.outdoorAir, context),
    selected: props.selectedCell,
    onSelect: props.onSelect,
    onMenu: props.onMenu,
    texts: pictureLabels,
  };
  // A printout shows all pages of rows.
  const [firstPage, ...otherPages] = isPrinting ? [...Array(countPages(cables)).keys()] : [page];
  const picture = (
    <div key="picture" ref={containerRef}>
      <BinPicture {...pictureProps} page={firstPage ?? 0} expectedWidth={width} />
      {otherPages.map((other) => (
        <BinDrawing key={other} {...pictureProps} page={other} width={width} />
      ))}
    </div>
  );
  return (
    <section className={classes['card']} aria-label={pictureLabels.title}>
      {isPhone && !props.isLatest && (
        <p className={classes['when']}>{format.dateTime(reading.at, now)}</p>
      )}
      {isPhone ? [picture, controls] : [controls, picture]}
      <div className={classes['footer']}>
        <Legend
          cables={cables}
          level={level}
          shownValues={limitToWidth(width, cables.length, deferredChoice)}
          {...legend}
        />
        {props.menu}
      </div>
      {missingMoisture !== null && <p className={classes['note']}>{missingMoisture}</p>}
    </section>
  );
}

/** The total margin on both sides of the page on a phone, px. */
const PHONE_MARGINS = 24;

/**
 * Estimates the width, so that the page does not re-render after measuring on a phone; 0 on wider screens.
 */
function estimateWidth(): number {
  const width = typeof window === 'undefined' ? 0 : window.innerWidth - PHONE_MARGINS;
  return width > 0 && width < PHONE_WIDTH ? width : 0;
}

interface ControlsProps
  extends Pick<PictureCardProps, 'bin' | 'cables' | 'page' | 'onPage' | 'nav'> {
  readonly width: number;
  readonly shownValues: ShownValues;
  readonly onChange: (shownValues: ShownValues) => void;
}

/** Controls for choosing the record, the values to show and the page of sensors. */
const Controls = memo(function Controls(props: ControlsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes['header']}>
        {props.nav}
        <ValueSelector {...props} />
      </div>
      <SensorPager
        cables={props.cables}
        page={props.page}
        onPage={props.onPage}
        texts={{
          range: (first, last, total) => t('picture.range', { first, last, of: total }),
          previous: t('picture.pageUp'),
          next: t('picture.pageDown'),
        }}
      />
    </>
  );
});

function toCells(cables: readonly SensorCable[], sensors: readonly HotSensor[]): CellAddress[] {
  return sensors.flatMap(({ cable, position }) => {
    const cells = cables.find(({ number }) => number === cable)?.cells ?? [];
    const depth = cells.find((cell) => cell.position === position)?.depth;
    return depth === undefined ? [] : [{ cable, depth }];
  });
}

function toLevel({ isLevelKnown, fillPercent }: Reading): Level {
  return isLevelKnown ? { kind: 'known', percent: fillPercent } : { kind: 'unknown' };
}

/**
 * Selects which values to show. On a phone, one value at a time, labeled with its unit; on wider screens,
 * also both if they fit.
 */
function ValueSelector({ bin, cables, width, shownValues, onChange }: ControlsProps) {
  const { t } = useTranslation();
  const isHumidityShown = cables.every((cable) => cable.showsHumidity);
  const secondLabel = t(isHumidityShown ? 'picture.showHumidity' : 'picture.showMoisture');
  const isPhone = width < PHONE_WIDTH;
  const data: SegmentedControlProps<ShownValues>['data'] = isPhone
    ? [
        {
          value: 'temperature',
          label: (
            <abbr title={t('picture.showTemperature')}>{getUnitSymbol(bin.temperatureUnit)}</abbr>
          ),
        },
        {
          value: 'moisture',
          label: (
            <abbr title={secondLabel}>{isHumidityShown ? t('units.percentRelative') : '%'}</abbr>
          ),
        },
      ]
    : [
        ...(width < minTwinWidth(cables.length)
          ? []
          : [{ value: 'both' as const, label: t('picture.showBoth') }]),
        { value: 'temperature', label: t('picture.showTemperature') },
        { value: 'moisture', label: secondLabel },
      ];
  return (
    <SegmentedControl
      className={classes['choice']}
      aria-label={t('picture.shows')}
      data={data}
      value={shownValues}
      onChange={onChange}
    />
  );
}
