import type { BinSummary } from '@granary/contract/bins/lists';
import type { Reading } from '@granary/contract/readings/reading-response';
import type { Millis } from '@granary/domain/units';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { latestReadingQuery } from '../../../bin-data/latest-reading.ts';
import {
  type SensorCable,
  type SensorCell,
  toSensorCables,
} from '../../../bin-data/sensor-cables.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { groupCables } from '../group-cables.ts';
import { listReportedValues } from '../list-reported-values.ts';
import classes from './sensor-details.module.css';
import { SensorTable } from './sensor-table.tsx';

export interface SensorDetailsProps {
  readonly bin: BinSummary;
  readonly now: Millis;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** A bin's sensors in tables, and the other reported values; they load when they are opened. */
export function SensorDetails({ bin, now, isOpen, onToggle }: SensorDetailsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={classes['details']}>
      <button
        type="button"
        className={classes['toggle']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onToggle(!isOpen)}
      >
        {t('bins.sensors')}
        <IconChevronDown size={18} aria-hidden className={classes['arrow']} />
      </button>
      <div id={id} hidden={!isOpen} className={classes['content']}>
        {isOpen && <Content bin={bin} now={now} />}
      </div>
    </div>
  );
}

function Content({ bin, now }: Pick<SensorDetailsProps, 'bin' | 'now'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(latestReadingQuery(bin.id));
  const isHotIn = (reading: Reading) => (cable: SensorCable, cell: SensorCell) =>
    reading.hotSensors.some((hot) => hot.cable === cable.number && hot.position === cell.position);
  return (
    <Loaded
      query={query}
      loading={<LoadingBlocks count={1} height={240} />}
      errorFallback={t('bins.sensorsFailed')}
    >
      {(reading) =>
        reading !== null && (
          <>
            {groupCables(toSensorCables(bin, reading)).map((group) => (
              <SensorTable
                key={group.cables[0]?.number}
                group={group}
                unit={bin.temperatureUnit}
                isHot={isHotIn(reading)}
              />
            ))}
            <dl className={classes['values']}>
              {listReportedValues(bin, reading, { t, format, now }).map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </>
        )
      }
    </Loaded>
  );
}
