import type { Bin } from '@granary/contract/bins/http';
import { SERIES_STEPS, type SeriesStep } from '@granary/contract/readings/http';
import type { SensorLocation } from '@granary/domain/readings/sensor-series';
import { Button, NativeSelect } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSensorName } from '../../../../bin-data/format-sensor-name.ts';
import { SegmentedControl } from '../../../../components/segmented-control.tsx';
import { type ChartDays, isDaily } from '../api/get-chart.ts';
import { includesSensor, MAX_CHOSEN_SENSORS } from '../chosen-sensors.ts';
import classes from './chart.module.css';
import type { Comparison } from './sensor-chart.tsx';

// The bin picture is loaded only when someone adds a sensor.
const SensorPicker = lazy(async () => ({
  default: (await import('./sensor-picker.tsx')).SensorPicker,
}));

export interface SensorControlsProps {
  readonly bin: Bin;
  readonly sensors: readonly SensorLocation[];
  readonly days: ChartDays;
  readonly step: SeriesStep;
  readonly comparison: Comparison | null;
  /** The bins that this bin can be compared with. */
  readonly bins: readonly { readonly id: number; readonly name: string }[];
  readonly onSensors: (sensors: readonly SensorLocation[]) => void;
  readonly onStep: (step: SeriesStep) => void;
  readonly onCompare: (target: 'last-year' | number | null) => void;
}

/** Controls for the chart's sensors, its step, and what the sensors are compared with. */
export function SensorControls(props: SensorControlsProps) {
  const { bin, sensors, step, comparison, bins, onSensors } = props;
  const { t } = useTranslation();
  const [isPicking, setPicking] = useState(false);
  const formatSensor = ({ cable, row }: SensorLocation) => {
    const foundCable = bin.cables.find((binCable) => binCable.cable === cable);
    return formatSensorName({ number: cable, name: foundCable?.name ?? '' }, row, t);
  };
  return (
    <div className={classes['controls']}>
      {sensors.map((sensor) => (
        <Button
          key={`${sensor.cable}.${sensor.row}`}
          variant="default"
          rightSection={<IconX size={16} aria-hidden />}
          aria-label={t('chart.removeSensor', { sensor: formatSensor(sensor) })}
          onClick={() => onSensors(sensors.filter((other) => other !== sensor))}
        >
          {formatSensor(sensor)}
        </Button>
      ))}
      {sensors.length < MAX_CHOSEN_SENSORS && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setPicking(true)}
        >
          {t('chart.addSensor')}
        </Button>
      )}
      {sensors.length === 0 ? (
        <p className={classes['hint']} data-screen-only>
          {t('chart.compareHint')}
        </p>
      ) : (
        <>
          <SegmentedControl
            aria-label={t('chart.step')}
            value={step}
            onChange={(value) => props.onStep(value)}
            data={SERIES_STEPS.map((value) => ({
              value,
              label: t(`chart.steps.${value}`),
              disabled: value === 'reading' && isDaily(props.days),
            }))}
          />
          <NativeSelect
            // A printout shows the select only if a comparison was chosen.
            {...(comparison === null && { wrapperProps: { 'data-screen-only': true } })}
            aria-label={t('chart.compareWith')}
            value={
              comparison === null
                ? ''
                : comparison.kind === 'bin'
                  ? String(comparison.id)
                  : comparison.kind
            }
            onChange={({ currentTarget: { value } }) =>
              props.onCompare(value === '' ? null : value === 'last-year' ? value : Number(value))
            }
            data={[
              { value: '', label: t('chart.compareNone') },
              { value: 'last-year', label: t('chart.compareLastYear') },
              ...bins
                .filter(({ id }) => id !== bin.id)
                .map((other) => ({ value: String(other.id), label: other.name })),
            ]}
          />
        </>
      )}
      {isPicking && (
        <Suspense>
          <SensorPicker
            bin={bin}
            onClose={() => setPicking(false)}
            onPick={(sensor) => {
              setPicking(false);
              if (!includesSensor(sensors, sensor)) onSensors([...sensors, sensor]);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
