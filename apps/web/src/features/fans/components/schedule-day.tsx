import type { FanWeek } from '@granary/contract/fans/schedule';
import { toSlotMinutes, type Weekday } from '@granary/domain/fans/fan-slots';
import { ActionIcon } from '@mantine/core';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/use-format.ts';
import { formatSlot } from '../fan-week.ts';
import type { DayPart } from '../group-runs-by-weekday.ts';
import classes from './fan-schedule.module.css';

type DaySlot = FanWeek[Weekday][number];

interface ScheduleDayProps {
  readonly weekday: Weekday;
  readonly slots: readonly DaySlot[];
  /** When the fan ran on this day. */
  readonly runParts: readonly DayPart[];
  /** The current minute of the day in the farm's time zone; null if this is not today. */
  readonly nowMinutes: number | null;
  readonly isEditable: boolean;
  readonly onAdd: () => void;
  readonly onCopy: () => void;
  readonly onDelete: (slot: DaySlot) => void;
}

/** A weekday's slots as bars and as text. */
export function ScheduleDay(props: ScheduleDayProps) {
  const { weekday, slots, runParts, nowMinutes, isEditable, onAdd, onCopy, onDelete } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const day = format.weekday(weekday);
  return (
    <li className={classes['day']} data-today={nowMinutes !== null}>
      <h3 className={classes['dayName']}>{day}</h3>
      <Bars slots={slots} runParts={runParts} nowMinutes={nowMinutes} />
      {isEditable && (
        <div className={classes['dayButtons']}>
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('fan.schedule.copyDay', { day })}
            disabled={slots.length === 0}
            onClick={onCopy}
          >
            <IconCopy size={20} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={t('fan.schedule.addOn', { day })}
            onClick={onAdd}
          >
            <IconPlus size={20} />
          </ActionIcon>
        </div>
      )}
      {slots.length === 0 ? (
        <p className={classes['noSlots']}>{t('fan.schedule.noSlots')}</p>
      ) : (
        <ul className={classes['slots']}>
          {slots.map((slot) => (
            <li key={slot.id}>
              <span>{formatSlot(slot, t, format)}</span>
              {isEditable && (
                <ActionIcon
                  variant="subtle"
                  size={44}
                  aria-label={t('fan.schedule.deleteSlot', {
                    day,
                    slot: formatSlot(slot, t, format),
                  })}
                  onClick={() => onDelete(slot)}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function toBarStyle({ from, to }: DayPart) {
  return { left: toPercentOfDay(from), width: toPercentOfDay(to - from) };
}

const toPercentOfDay = (minutes: number) => `${(minutes / (24 * 60)) * 100}%`;

/** The slots as outlines, and the times when the fan ran as filled bars. */
function Bars({
  slots,
  runParts,
  nowMinutes,
}: Pick<ScheduleDayProps, 'slots' | 'runParts' | 'nowMinutes'>) {
  return (
    <div className={classes['track']} aria-hidden="true">
      {slots.map((slot) => (
        <span key={slot.id} className={classes['bar']} style={toBarStyle(toSlotMinutes(slot))} />
      ))}
      {runParts.map((part) => (
        <span key={part.from} className={classes['ran']} style={toBarStyle(part)} />
      ))}
      {nowMinutes !== null && (
        <span className={classes['now']} style={{ left: toPercentOfDay(nowMinutes) }} />
      )}
    </div>
  );
}
