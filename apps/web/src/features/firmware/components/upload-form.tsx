import { FIRMWARE_VERSION } from '@granary/contract/bins/settings';
import { FIRMWARE_FILE_EXTENSION, MAX_FIRMWARE_BYTES } from '@granary/contract/firmware/http';
import { FileInput, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import classes from '../../../components/form-card.module.css';
import { MessageDialog } from '../../../components/message-dialog.tsx';
import { SubmitRow } from '../../../components/submit-row.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { focusFirstInvalid, showFieldErrors } from '../../../lib/field-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useAddFirmware } from '../api/change-firmware-files.ts';

interface Values {
  readonly name: string;
  readonly version: string;
  readonly type: string;
  readonly file: File | null;
}

const emptyValues: Values = { name: '', version: '', type: 'sleep', file: null };
const FIELDS = ['name', 'version', 'type', 'file'] as const;
const fieldByWireName = { name: 'name', version: 'version', type: 'type', file: 'file' };

export function UploadForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const addFirmware = useAddFirmware();
  const [isDone, setDone] = useState(false);
  const form = useForm<Values>({
    initialValues: emptyValues,
    validate: {
      name: (name) => (name.trim() === '' ? t('firmware.nameRequired') : null),
      version: (version) => {
        if (version.trim() === '') return t('firmware.versionRequired');
        return FIRMWARE_VERSION.test(version.trim()) ? null : t('firmware.versionWrong');
      },
      file: (file) => {
        if (file === null) return t('firmware.fileRequired');
        if (!FIRMWARE_FILE_EXTENSION.test(file.name)) return t('firmware.wrongType');
        return file.size > MAX_FIRMWARE_BYTES ? t('firmware.tooLarge') : null;
      },
    },
    validateInputOnChange: ['file'],
  });
  const add = ({ file, type, ...nameAndVersion }: Values) => {
    if (file === null) return;
    addFirmware.mutate(
      { fields: { ...nameAndVersion, type: type === 'realtime' ? type : 'sleep' }, file },
      {
        onSuccess: () => {
          form.reset();
          setDone(true);
        },
        onError: (error) => showFieldErrors(form, error, fieldByWireName, FIELDS),
      },
    );
  };
  const hasFormError = addFirmware.isError && Object.keys(form.errors).length === 0;
  return (
    <>
      <UnsavedGuard isDirty={form.isDirty()} />
      <form
        noValidate
        autoComplete="off"
        className={classes['card']}
        onSubmit={form.onSubmit(add, (errors) => focusFirstInvalid(form, errors, FIELDS))}
      >
        {hasFormError && <ErrorState error={addFirmware.error} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label={t('firmware.name')}
            withAsterisk
            maxLength={100}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('firmware.version')}
            withAsterisk
            maxLength={20}
            {...form.getInputProps('version')}
          />
          <NativeSelect
            label={t('firmware.type')}
            data={(['sleep', 'realtime'] as const).map((value) => ({
              value,
              label: t(`firmware.types.${value}`),
            }))}
            {...form.getInputProps('type')}
          />
          <FileInput
            label={t('firmware.file')}
            placeholder={t('firmware.chooseFile')}
            withAsterisk
            accept=".txt,.rtf"
            {...form.getInputProps('file')}
          />
        </SimpleGrid>
        <SubmitRow buttonText={t('firmware.submit')} isBusy={addFirmware.isPending} />
      </form>
      {isDone && (
        <MessageDialog title={t('firmware.done')} text={t('firmware.doneText')} onClose={onDone} />
      )}
    </>
  );
}
