import type { Crop } from '@granary/contract/crops/http';
import { Button, FileInput, Group, Text, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import classes from '../../../components/form-card.module.css';
import { MessageDialog } from '../../../components/message-dialog.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { isConflict } from '../../../lib/api-error.ts';
import { focusFirstInvalid, showFieldErrors } from '../../../lib/field-errors.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useAddCrop } from '../api/change-crops.ts';
import { type ChartFile, readChartFile } from '../read-chart-file.ts';
import { CropChartDialog } from './crop-chart-dialog.tsx';

export interface AddCropFormProps {
  /** Empty while loading. */
  readonly crops: readonly Crop[];
  readonly onDone: () => void;
}

const FIELDS = ['name', 'chart'] as const;

/** Uploads a crop's chart data; a crop that is not in the list is added. */
export function AddCropForm({ crops, onDone }: AddCropFormProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const addCrop = useAddCrop();
  const [file, setFile] = useState<File | null>(null);
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  /** The normalized crop name that the server rejected because it already exists. */
  const [takenName, setTakenName] = useState<string | null>(null);
  const form = useForm<{ name: string; chart: ChartFile | null }>({
    initialValues: { name: '', chart: null },
    validate: {
      name: (name) => (name.trim() === '' ? t('crops.nameRequired') : null),
      chart: (chart) => validateChartFile(chart, t),
    },
  });
  const { name, chart } = form.values;
  const existingCrop = crops.find((crop) => normalizeName(crop.name) === normalizeName(name));
  const replaces = existingCrop !== undefined || normalizeName(name) === takenName;
  const chooseFile = async (chosenFile: File | null) => {
    setFile(chosenFile);
    const chosenChart = chosenFile === null ? null : await readChartFile(chosenFile);
    form.setFieldValue('chart', chosenChart);
    form.setFieldError('chart', chosenChart === null ? null : validateChartFile(chosenChart, t));
  };
  const add = () => {
    if (chart?.kind !== 'chart') return;
    addCrop.mutate(
      // A notice next to an existing name warns that its table will be replaced.
      { name: name.trim(), chartData: chart.text, replaces },
      {
        onSuccess: () => {
          form.reset();
          setDone(true);
        },
        onError: (error) => {
          if (isConflict(error)) setTakenName(normalizeName(name));
          showFieldErrors(form, error, { crop_name: 'name', chart_data: 'chart' }, FIELDS);
        },
      },
    );
  };
  const hasFormError = addCrop.isError && Object.keys(form.errors).length === 0;
  return (
    <>
      <UnsavedGuard isDirty={form.isDirty()} />
      <form
        noValidate
        className={classes['card']}
        onSubmit={form.onSubmit(add, (errors) => focusFirstInvalid(form, errors, FIELDS))}
      >
        {hasFormError && <ErrorState error={addCrop.error} />}
        <TextInput
          label={t('crops.name')}
          withAsterisk
          maxLength={100}
          {...form.getInputProps('name')}
        />
        {existingCrop !== undefined && (
          <Text role="status">{t('crops.replaces', { name: existingCrop.name })}</Text>
        )}
        <FileInput
          {...form.getInputProps('chart')}
          label={t('crops.file')}
          description={t('crops.fileHint')}
          placeholder={t('crops.chooseFile')}
          withAsterisk
          accept=".csv,text/csv"
          value={file}
          onChange={(newFile) => void chooseFile(newFile)}
          error={form.errors['chart']}
        />
        <Group>
          <Button type="submit" loading={addCrop.isPending} disabled={isOffline}>
            {t('crops.submit')}
          </Button>
          {chart?.kind === 'chart' && (
            <Button variant="default" onClick={() => setPreviewOpen(true)}>
              {t('crops.preview')}
            </Button>
          )}
          {isOffline && <Text c="dimmed">{t('live.cannotChange')}</Text>}
        </Group>
      </form>
      {isPreviewOpen && chart?.kind === 'chart' && (
        <CropChartDialog
          title={t('crops.previewOf', { name: file?.name })}
          rows={chart.rows}
          onClose={() => setPreviewOpen(false)}
        />
      )}
      {isDone && (
        <MessageDialog title={t('crops.done')} text={t('crops.doneText')} onClose={onDone} />
      )}
    </>
  );
}

function normalizeName(name: string): string {
  return name.trim().toLowerCase();
}

function validateChartFile(chart: ChartFile | null, t: TFunction): string | null {
  switch (chart?.kind) {
    case undefined:
      return t('crops.fileRequired');
    case 'wrong-type':
      return t('crops.wrongType');
    case 'too-large':
      return t('crops.tooLarge');
    case 'unreadable':
      return t('crops.unreadable');
    case 'chart':
      return null;
  }
}
