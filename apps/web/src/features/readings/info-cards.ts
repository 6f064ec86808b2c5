import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { getCropLimits } from '@granary/domain/bins/crop-limits';
import { type CardScalarName, cardScalarNames, scalars } from '@granary/domain/readings/scalars';
import type { TFunction } from 'i18next';
import { formatGrainQuantity } from '../../bin-data/format-grain-quantity.ts';
import { formatReadingSensorName } from '../../bin-data/format-sensor-name.ts';
import { type Formats, getUnitSymbol } from '../../lib/format.ts';
import type { OutdoorAir } from './outdoor-air.ts';

export interface InfoCard {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  /** One line of explanation; may be empty. */
  readonly explanation: string;
  readonly isAboveLimit?: boolean;
}

interface Context {
  readonly t: TFunction;
  readonly format: Formats;
}

/** The scalars that describe the air in the bin. */
const airScalarNames = cardScalarNames.filter((name) => name !== 'battery');

/** Builds the cards of a reading; missing values are left out. */
export function buildInfoCards(
  bin: Bin,
  reading: Reading,
  outdoorAir: OutdoorAir | null,
  context: Context,
): InfoCard[] {
  const cards = [
    ...buildTemperatureCards(bin, reading, context),
    buildMoistureCard(bin, reading, context),
    buildHumidityCard(reading, context),
    ...airScalarNames.map((name) => buildScalarCard(name, bin, reading, context)),
    buildFillCard(bin, reading, context),
    buildOutdoorCard(bin, outdoorAir, context),
    ...buildPlenumCards(bin, reading, context),
    bin.batteryAttached ? buildScalarCard('battery', bin, reading, context) : null,
  ];
  return cards.filter((card) => card !== null);
}

type MaybeCard = InfoCard | null;

function buildTemperatureCards(bin: Bin, reading: Reading, { t, format }: Context): MaybeCard[] {
  const unit = getUnitSymbol(bin.temperatureUnit);
  const hottest = reading.grainHottest;
  const average = reading.grainAverageTemperature;
  return [
    hottest && {
      key: 'hottest',
      label: t('cards.hottest'),
      value: format.degrees(hottest.value, bin.temperatureUnit),
      unit,
      explanation: formatReadingSensorName(reading, hottest, t),
    },
    average === null
      ? null
      : {
          key: 'average',
          label: t('cards.average'),
          value: format.degrees(average, bin.temperatureUnit),
          unit,
          explanation: t('cards.underGrain'),
        },
  ];
}

function buildMoistureCard(bin: Bin, reading: Reading, { t, format }: Context): MaybeCard {
  const wettest = bin.showsHumidity ? null : reading.grainWettest;
  if (wettest === null) return null;
  const cable = reading.cables.find((candidate) => candidate.cable === wettest.cable);
  const limit = getCropLimits(cable?.crop ?? bin.crop).moisture.max;
  const isAboveLimit = wettest.value > limit;
  return {
    key: 'moisture',
    isAboveLimit,
    label: t('cards.maxMoisture'),
    value: format.number(wettest.value, 1),
    unit: '%',
    explanation: t(isAboveLimit ? 'cards.moistureAbove' : 'cards.moistureLimit', {
      limit: format.number(limit, 1),
    }),
  };
}

function buildHumidityCard(reading: Reading, { t, format }: Context): MaybeCard {
  if (reading.grainAverageHumidity === null) return null;
  return {
    key: 'humidity',
    label: t('cards.averageHumidity'),
    value: format.number(reading.grainAverageHumidity),
    unit: t('cards.relativeHumidity'),
    explanation: t('cards.underGrain'),
  };
}

function buildScalarCard(
  name: CardScalarName,
  bin: Bin,
  reading: Reading,
  { t, format }: Context,
): MaybeCard {
  const value = reading[name];
  if (value === null) return null;
  const { unit } = scalars[name];
  return {
    key: name,
    label: t(`cards.${name}`),
    value: format.number(value),
    unit: unit === '%' ? '%' : t(`units.signs.${unit}`),
    explanation:
      name === 'battery' ? t('cards.board', { id: bin.mainBoardId }) : t(`cards.${name}Meaning`),
  };
}

function buildFillCard(bin: Bin, reading: Reading, { t, format }: Context): MaybeCard {
  if (!reading.isLevelKnown) return null;
  const amount = reading.loadQuantity;
  return {
    key: 'load',
    label: t('cards.load'),
    value: format.number(reading.fillPercent, 1),
    unit: '%',
    explanation:
      amount === null
        ? t('cards.noSize')
        : formatGrainQuantity(amount, bin.cropUnit, { t, format }),
  };
}

function buildOutdoorCard(bin: Bin, outside: OutdoorAir | null, { t, format }: Context): MaybeCard {
  if (outside === null) return null;
  const { temperature, humidity } = outside;
  return {
    key: 'outside',
    label: t('cards.outside'),
    value: format.degrees(temperature, bin.temperatureUnit),
    unit: getUnitSymbol(bin.temperatureUnit),
    explanation:
      humidity === null ? '' : t('cards.outsideHumidity', { value: format.percent(humidity, 0) }),
  };
}

function buildPlenumCards(bin: Bin, reading: Reading, { t, format }: Context): MaybeCard[] {
  if (!bin.plenumSensorAttached) return [];
  const plenums = [
    { speed: reading.windSpeed, pressure: reading.windPressure, label: t('cards.plenum') },
    {
      speed: reading.windSpeedPlenum2,
      pressure: reading.windPressurePlenum2,
      label: t('cards.plenum2'),
    },
  ];
  // The plenums share one temperature: it is shown with a plenum's other values, or for the first plenum if
  // there are no other values.
  const isTemperatureOnly = plenums.every(
    ({ speed, pressure }) => speed === null && pressure === null,
  );
  return plenums.map(({ speed, pressure, label }, index) => {
    const showsTemperature =
      speed !== null || pressure !== null || (isTemperatureOnly && index === 0);
    const temperature = showsTemperature ? reading.windTemperature : null;
    const [first, ...more] = [
      speed !== null && { value: format.number(speed, 1), unit: t('units.signs.speed') },
      pressure !== null && { value: format.number(pressure), unit: t('units.signs.pascal') },
      temperature !== null && {
        value: format.degrees(temperature, bin.temperatureUnit),
        unit: getUnitSymbol(bin.temperatureUnit),
      },
    ].filter((part) => part !== false);
    if (first === undefined) return null;
    const explanation = more.map((part) => t('units.quantity', part)).join(' · ');
    return { key: label, label, ...first, explanation };
  });
}
