import { DAY } from '@granary/domain/units';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../components/dialog.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { PartialSaveNotice } from '../../../../components/partial-save-notice.tsx';
import { now } from '../../../../lib/clock.ts';
import { useFileSave } from '../../../../lib/use-file-save.ts';
import { formatDay, saveReadings } from '../api/export-readings.ts';
import type { ChartDays } from '../api/get-chart.ts';

export interface ExportDialogProps {
  readonly binId: number;
  /** The file name. */
  readonly name: string;
  /** The chart's range, used as the default for the export. */
  readonly days: ChartDays;
  readonly onClose: () => void;
}

/** Asks for a range of days, and saves all readings in it. */
export function ExportDialog({ binId, name, days, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  const [from, setFrom] = useState(() => formatDay(now() - days * DAY));
  const [to, setTo] = useState(() => formatDay(now()));
  const [error, setError] = useState<{ field: 'from' | 'to'; text: string } | null>(null);
  const fromRef = useRef<HTMLInputElement>(null);
  const toRef = useRef<HTMLInputElement>(null);
  const { saving, lines } = useFileSave(
    (control) => saveReadings(binId, { from, to }, name, control),
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const field = from === '' ? 'from' : to === '' || to < from ? 'to' : null;
    if (field === null) {
      setError(null);
      saving.mutate();
      return;
    }
    const isMissing = field === 'from' || to === '';
    setError({ field, text: t(isMissing ? 'chart.dayMissing' : 'chart.dayBefore') });
    (field === 'from' ? fromRef : toRef).current?.focus();
  };
  const getError = (field: 'from' | 'to') => (error?.field === field ? error.text : null);
  return (
    <Dialog onClose={onClose} title={t('chart.exportTitle')} centered={false}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            ref={fromRef}
            type="date"
            label={t('chart.from')}
            value={from}
            error={getError('from')}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            ref={toRef}
            type="date"
            label={t('chart.to')}
            value={to}
            error={getError('to')}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Text c="dimmed">{t('chart.exportUnit')}</Text>
          {saving.isPending && <PartialSaveNotice lines={lines} />}
          {saving.isError && <ErrorState error={saving.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {t('chart.download')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
