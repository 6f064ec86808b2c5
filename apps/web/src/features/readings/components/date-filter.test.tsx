import type { DatePickerProps, TimePickerProps } from '@mantine/dates';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { DateFilter } from './date-filter.tsx';

const pickerProps = vi.hoisted(() => ({
  time: {} as Partial<TimePickerProps>,
  isDateEmpty: false,
}));

const language = vi.hoisted(() => ({ locale: 'en-GB' }));

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});
vi.mock('../../../lib/use-format.ts', () => ({ useFormat: () => language }));
vi.mock('@mantine/dates', () => ({
  DatesProvider: ({ children }: { readonly children: unknown }) => children,
  DatePicker: ({ value }: DatePickerProps) => {
    pickerProps.isDateEmpty = value === null;
    return null;
  },
  TimePicker: (props: TimePickerProps) => {
    pickerProps.time = props;
    return null;
  },
}));

it('offers a 24-hour clock in a language without AM and PM', () => {
  language.locale = 'de-DE';
  renderMarkup(<DateFilter goTo={() => Promise.resolve(true)} onClose={() => {}} />);
  expect(pickerProps.time).toMatchObject({ format: '24h', minutesStep: 5 });
});

it('offers a 12-hour clock in steps of five minutes, without a default date', () => {
  language.locale = 'en-GB';
  renderMarkup(<DateFilter goTo={() => Promise.resolve(true)} onClose={() => {}} />);
  expect(pickerProps.time).toMatchObject({ format: '12h', minutesStep: 5, withDropdown: true });
  expect(pickerProps.time.amPmLabels).toEqual({ am: 'AM', pm: 'PM' });
  expect(pickerProps.isDateEmpty).toBe(true);
});
