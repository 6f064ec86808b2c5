import '@mantine/dates/styles.css';
import 'dayjs/locale/de';
import 'dayjs/locale/es';
import 'dayjs/locale/it';
import 'dayjs/locale/ru';
import { type Millis, millis } from '@granary/domain/units';
import { Button, Group, Input, Stack } from '@mantine/core';
import { DatePicker, DatesProvider, TimePicker } from '@mantine/dates';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { hasAmPm } from '../../../lib/i18n.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { MINUTE_STEP, roundDownToStep } from '../round-time.ts';

export interface DateFilterProps {
  /** Shows the record at a time; returns false if there is none. */
  readonly goTo: (at: Millis) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks for a day and a time, and shows the reading at that time. */
export function DateFilter({ goTo, onClose }: DateFilterProps) {
  const { t, i18n } = useTranslation();
  const { locale } = useFormat();
  const [today] = useState(() => new Date());
  const [date, setDate] = useState<string | null>(null);
  const [time, setTime] = useState('12:00');
  const [isDateMissing, setDateMissing] = useState(false);
  const errorId = useId();
  const search = useMutation({
    mutationFn: goTo,
    onSuccess: (isFound) => {
      if (isFound) onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDateMissing(date === null);
    setTime(roundDownToStep(time));
    if (date !== null) search.mutate(parseLocalTime(date, roundDownToStep(time)));
  };
  return (
    <DatesProvider
      settings={{
        locale: i18n.language,
        firstDayOfWeek: getFirstDayOfWeek(locale),
        weekendDays: [],
      }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Input.Wrapper
            label={t('records.date')}
            labelElement="div"
            error={isDateMissing && t('records.dateRequired')}
            errorProps={{ id: errorId, role: 'alert' }}
          >
            <DatePicker
              value={date}
              onChange={(value) => {
                setDate(value);
                setDateMissing(false);
                search.reset();
              }}
              maxDate={today}
              ariaLabels={{
                previousMonth: t('records.previousMonth'),
                nextMonth: t('records.nextMonth'),
              }}
              hideOutsideDates
              size="md"
            />
          </Input.Wrapper>
          <TimePicker
            label={t('records.time')}
            value={time}
            onChange={(value) => {
              setTime(value);
              search.reset();
            }}
            format={hasAmPm(locale) ? '12h' : '24h'}
            minutesStep={MINUTE_STEP}
            onBlur={() => setTime(roundDownToStep(time))}
            withDropdown
            amPmLabels={{ am: t('records.am'), pm: t('records.pm') }}
            hoursInputLabel={t('records.hours')}
            minutesInputLabel={t('records.minutes')}
            amPmInputLabel={t('records.amPm')}
          />
          {search.data === false && <Notice state="unknown" isAlert title={t('records.none')} />}
          {search.isError && <ErrorState error={search.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={search.isPending}>
              {t('records.show')}
            </Button>
          </Group>
        </Stack>
      </form>
    </DatesProvider>
  );
}

/** Converts a day and time in the browser's time zone; an empty time is noon. */
function parseLocalTime(date: string, time: string): Millis {
  return millis(new Date(`${date}T${time === '' ? '12:00' : time}`).getTime());
}

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** `getWeekInfo` is not yet in the types or in all browsers; a `firstDay` of 1 is Monday. */
type LocaleWithWeekInfo = Intl.Locale & {
  readonly getWeekInfo?: () => { readonly firstDay: number };
};

/** The first day of the week, 0 for Sunday; Monday if the browser does not report it. */
function getFirstDayOfWeek(locale: string): Weekday {
  const info = (new Intl.Locale(locale) as LocaleWithWeekInfo).getWeekInfo?.();
  return ((info?.firstDay ?? 1) % 7) as Weekday; // Sunday is 7 in `getWeekInfo` and 0 here.
}
