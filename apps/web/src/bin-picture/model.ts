import type { AlertSeverity } from '@granary/domain/alerts/alert';
import type { SensorStatus } from '@granary/domain/readings/sensors';
import type { TemperatureUnit } from '@granary/domain/units';
import type { FanState } from '../components/state/states.ts';
import type { TokenName } from '../components/theme/tokens.ts';

/** One sensor at its place in the bin. */
export interface PictureCell {
  /** Position along the cable, from 1. */
  readonly position: number;
  /** Row number, counted from the top, from 1; `flip` is already applied. */
  readonly depth: number;
  /** °C; null if the sensor did not measure it. */
  readonly temperature: number | null;
  /** % wet basis; null if there is none. */
  readonly moisture: number | null;
  /** The true moisture is higher: the humidity is above the range of the isotherm. */
  readonly isMoistureAboveRange: boolean;
  /** % relative humidity; null if the sensor did not measure it. */
  readonly humidity: number | null;
  readonly status: SensorStatus;
}

export interface PictureCable {
  /** 1 to 8, as labeled in the picture. */
  readonly number: number;
  /** Empty if the cable has no name. */
  readonly name: string;
  /** The crop whose limits set the colors of this cable. */
  readonly crop: string | null;
  /** Cables of one sub-bin are side by side; a wall separates the sub-bins. */
  readonly subBin: number;
  /** Shows humidity instead of moisture, because the bin is set to show it or the crop has no isotherm. */
  readonly showsHumidity: boolean;
  readonly cells: readonly PictureCell[];
}

/** The fill level of the bin. */
export type Level =
  | { readonly kind: 'unknown' }
  /** Percent of the space between floor and eave, 0 to 100; 0 is an empty bin. */
  | { readonly kind: 'known'; readonly percent: number };

/** The quantities that the cells show; only wide pictures can show `both`. */
export type ShownValues = 'both' | 'temperature' | 'moisture';

/** The colors of a value. */
export interface CellColors {
  readonly fill: TokenName;
  readonly ink: TokenName;
  readonly line: TokenName;
  /** Square, outlined and bold. */
  readonly isAlarm: boolean;
}

/** Colors for custom limits instead of the crops' limits. */
export interface CustomColors {
  readonly temperature: (celsius: number) => CellColors;
  readonly moisture: (percent: number) => CellColors;
}

/** Identifies one cell in the picture. */
export interface CellAddress {
  readonly cable: number;
  readonly depth: number;
}

/** The facts about one sensor, for its accessible name. */
export interface CellFacts {
  readonly cable: PictureCable;
  readonly cell: PictureCell;
  /** Null if there is no temperature, or the sensor is disabled or in the headspace. */
  readonly temperature: 'below' | 'at-or-above' | null;
  /** Null if no moisture is shown, or the sensor is disabled or in the headspace. */
  readonly moisture: 'below' | 'within' | 'above' | null;
  /** In the air above the grain. */
  readonly isInHeadspace: boolean;
  readonly isHotSpot: boolean;
  /** In grain that is too wet to store. */
  readonly isTooWet: boolean;
}

/** A group of adjacent hot sensors. */
export interface HotSpot {
  readonly sensors: readonly CellAddress[];
  /** The hottest sensor. */
  readonly hottest: CellAddress;
}

/** The two lines of a label; the first is bold. */
interface TwoLines {
  readonly title: string;
  readonly detail?: string;
}

/** Long text for wide pictures and short text for narrow ones. */
export interface TextVariants {
  readonly long: string;
  readonly short: string;
}

/** All text in the picture, with its numbers formatted; the picture formats the numbers in cells. */
export interface PictureTexts {
  /** The accessible name: "Sensors in Home 4". */
  readonly title: string;
  /** "71.6 % full" and "71.6 %". */
  readonly level: TextVariants;
  /** "5,728 bu wheat"; null if it is unknown. */
  readonly quantity: TextVariants | null;
  /** "Level", "unknown". */
  readonly levelUnknown: TwoLines;
  /** "disabled" and "off". */
  readonly disabled: TextVariants;
  /** "Cable 3, wheat". */
  readonly cable: (cable: PictureCable) => string;
  readonly row: (depth: number) => string;
  /** "Wheat": the crops of a sub-bin, short enough for a heading. */
  readonly subBin: (subBin: number) => string;
  /** "Cable 3, row 11 from the top, 31.4 degrees, above limit, under grain". */
  readonly cell: (facts: CellFacts) => string;
  /** "Hot spot" with "31.4 °C, 6.2° above the others" and "31.4 °C". */
  readonly hotSpot: (spot: HotSpot) => { readonly title: string } & TextVariants;
  /** The full text below the picture: "Cable 3, rows 10 to 12 from the top: 31.4 °C, 11.3° above …". */
  readonly hotSpotSentence: (spot: HotSpot) => string;
}

export interface PictureFan {
  readonly state: FanState;
  /** "Fan off". */
  readonly label: string;
  /** "Automatic", shown if there is room. */
  readonly detail?: string;
}

export interface PictureOutdoorSensor extends TextVariants {
  /** "Outside". */
  readonly label: string;
}

export interface BinPictureProps {
  readonly cables: readonly PictureCable[];
  readonly level: Level;
  readonly unit: TemperatureUnit;
  /** BCP 47 tag for the numbers in the cells. */
  readonly locale: string;
  readonly shownValues: ShownValues;
  /** Page number, from 0; each page has 16 rows. */
  readonly page: number;
  /** Sensors that are part of a hot spot; adjacent sensors share a ring. */
  readonly hotSensors: readonly CellAddress[];
  /** Determines the icon and the color of the hot spots. */
  readonly hotSpotSeverity: AlertSeverity;
  /** "Plenum 0.0 m/s · 0 Pa · 7.9 °C" and "Plenum 0.0 m/s"; null if there is no plenum sensor. */
  readonly plenum: TextVariants | null;
  readonly fan: PictureFan | null;
  /** Null if there is no outdoor sensor. */
  readonly outside: PictureOutdoorSensor | null;
  readonly selected: CellAddress | null;
  /** Called on a tap, a click, Enter or Space. */
  readonly onSelect: (cell: CellAddress) => void;
  /** Called on a 1.5 s long press, M, the context-menu key, Shift+F10 or a right click. */
  readonly onMenu: (cell: CellAddress) => void;
  readonly texts: PictureTexts;
  /** Replaces the colors for the crop limits; pass a stable object. */
  readonly customColors?: CustomColors;
}
