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
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { loadAllReadingsQuery } from '../api/load-all-readings.ts';
import { groupCables } from '../group-cables.ts';
import { listReportedValues } from '../list-reported-values.ts';
import classes from './sensor-details.module.css';
import { SensorTable } from './sensor-table.tsx';

export interface SensorDetailsProps {
  readonly bin: BinSummary;
  readonly now: Millis;
  readonly isOpen: boolean;
  /** Whether the readings of all bins are loaded in one call. */
  readonly areReadingsBatched: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** A bin's sensors in tables, and the other reported values; both load when the section is opened. */
export function SensorDetails(props: SensorDetailsProps) {
  const { bin, now, isOpen, areReadingsBatched, onToggle } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={classes['details']} data-screen-only={isOpen ? undefined : true}>
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
        {isOpen && <Content bin={bin} now={now} areReadingsBatched={areReadingsBatched} />}
      </div>
    </div>
  );
}

type ContentProps = Pick<SensorDetailsProps, 'bin' | 'now' | 'areReadingsBatched'>;

function Content({ bin, now, areReadingsBatched }: ContentProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const allReadings = useQuery({ ...loadAllReadingsQuery, enabled: areReadingsBatched });
  const query = useQuery({
    ...latestReadingQuery(bin.id),
    // Loads this reading separately if loading all readings failed or did not include it.
    enabled: ({ state }) =>
      !areReadingsBatched || (!allReadings.isPending && state.data === undefined),
  });
  const isHotIn = (reading: Reading) => (cable: SensorCable, cell: SensorCell) =>
    reading.hotSensors.some((hot) => hot.cable === cable.number && hot.position === cell.position);
  return (
    <QueryContent
      query={query}
      loadingContent={<LoadingBlocks count={1} height={240} />}
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
    </QueryContent>
  );
}
