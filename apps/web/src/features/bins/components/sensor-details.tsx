import type { ListedBin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import type { Millis } from '@granary/domain/units';
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type SensorCable,
  type SensorCell,
  toSensorCables,
} from '../../../bin-data/sensor-cables.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { groupCables } from '../group-cables.ts';
import { listReportedValues } from '../list-reported-values.ts';
import classes from './sensor-details.module.css';
import { SensorTable } from './sensor-table.tsx';

export interface SensorDetailsProps {
  readonly bin: ListedBin;
  readonly reading: Reading;
  readonly now: Millis;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** A bin's sensors in tables, and the other reported values. */
export function SensorDetails({ bin, reading, now, isOpen, onToggle }: SensorDetailsProps) {
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
        {isOpen && <Content bin={bin} reading={reading} now={now} />}
      </div>
    </div>
  );
}

function Content({ bin, reading, now }: Pick<SensorDetailsProps, 'bin' | 'reading' | 'now'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const isHot = (cable: SensorCable, cell: SensorCell) =>
    reading.hotSensors.some((hot) => hot.cable === cable.number && hot.position === cell.position);
  return (
    <>
      {groupCables(toSensorCables(bin, reading)).map((group) => (
        <SensorTable
          key={group.cables[0]?.number}
          group={group}
          unit={bin.temperatureUnit}
          isHot={isHot}
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
  );
}
