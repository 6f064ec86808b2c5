import {
  boardTypes,
  firmwareNames,
  frequencies,
  radioGroups,
} from '@granary/domain/boards/options';
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../components/notice.tsx';
import { UnsavedGuard } from '../../../../components/unsaved-guard.tsx';
import { focusFirstInvalid, toFieldErrors } from '../../../../lib/field-errors.ts';
import { useLiveState } from '../../../../lib/live-client.ts';
import { useErrorMessage } from '../../../../lib/use-error-message.ts';
import { SaveButton } from '../../settings/components/save-button.tsx';
import classes from '../../settings/components/settings.module.css';
import { useFirmwareVersions } from '../../settings/firmware-versions.ts';
import {
  emptyBin,
  fieldByWireName,
  fieldOrder,
  findInvalidFields,
  toNewBin,
} from '../add-bin-values.ts';
import { useAddBin, useMakeCredentials } from '../api/add-bin.ts';
import { BinAddedDialog } from './bin-added-dialog.tsx';

interface AddBinFormProps {
  readonly farm: { readonly id: number; readonly ownerId: number };
  /**
   * Called when the bin was added; `isRead` means that the key was seen, so that leaving needs no
   * confirmation.
   */
  readonly onDone: (isRead: boolean) => void;
}

export function AddBinForm({ farm, onDone }: AddBinFormProps) {
  const { t } = useTranslation();
  const formatError = useErrorMessage();
  const isOffline = useLiveState().kind === 'offline';
  const form = useNewBinForm();
  const addBin = useAddBin();
  const credentials = useMakeCredentials();
  return (
    <form
      noValidate
      className={classes['section']}
      aria-labelledby="add-bin"
      onSubmit={form.onSubmit(
        (values) =>
          addBin.mutate(toNewBin(values, farm), {
            // A new board cannot sign in without a key.
            onSuccess: ({ data: { mainBoardId }, board_has_key: hasKey }) => {
              if (!hasKey) credentials.mutate({ mainBoardId, rotate: false });
            },
            onError: (error) => {
              const errors = toFieldErrors(error, fieldByWireName);
              form.setErrors(errors);
              focusFirstInvalid(form, errors, fieldOrder);
            },
          }),
        (errors) => focusFirstInvalid(form, errors, fieldOrder),
      )}
    >
      <UnsavedGuard
        isDirty={addBin.isSuccess ? credentials.isPending || credentials.isSuccess : form.isDirty()}
        isKey={addBin.isSuccess}
      />
      <div className={classes['header']}>
        <h2 className={classes['title']} id="add-bin">
          {t('addBin.heading')}
        </h2>
      </div>
      <div className={classes['status']}>
        {addBin.isError && <Notice state="warning" isAlert title={formatError(addBin.error)} />}
      </div>
      <div className={classes['fields']}>
        <NewBinFields form={form} />
      </div>
      <div className={classes['footer']}>
        {isOffline && <span className={classes['count']}>{t('live.cannotChange')}</span>}
        <SaveButton
          buttonText={t('addBin.submit')}
          isBusy={addBin.isPending}
          isDisabled={isOffline}
          isDue
        />
      </div>
      {addBin.isSuccess && (
        <BinAddedDialog
          message={addBin.data.RESP_MSG}
          mainBoardId={addBin.data.data.mainBoardId}
          hasKey={addBin.data.board_has_key}
          credentials={credentials}
          onClose={onDone}
        />
      )}
    </form>
  );
}

function useNewBinForm() {
  const { t } = useTranslation();
  return useForm({
    initialValues: emptyBin,
    validate: (values) => {
      const wrong = findInvalidFields(values);
      return {
        mainBoardId: wrong.mainBoardId ? t('settingsForm.boardInvalid') : null,
        name: wrong.name ? t('settingsForm.required') : null,
        binNumber: wrong.binNumber ? t('settingsForm.whole', { min: 1, max: 32 }) : null,
      };
    },
  });
}

function NewBinFields({ form }: { readonly form: ReturnType<typeof useNewBinForm> }) {
  const { t } = useTranslation();
  const { firmwareName } = form.getValues();
  const versionsFor = useFirmwareVersions(true);
  const text = (field: 'label' | 'mainBoardId' | 'name' | 'binNumber', isRequired: boolean) => (
    <TextInput
      label={t(`addBin.${field}`)}
      {...(field !== 'name' && { description: t(`addBin.hints.${field}`) })}
      withAsterisk={isRequired}
      maxLength={100}
      autoComplete="off"
      {...(field === 'binNumber' && { inputMode: 'numeric' })}
      {...form.getInputProps(field)}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NativeSelect
        label={t('settingsForm.fields.frequency')}
        description={t('addBin.hints.frequency')}
        data={frequencies.map(String)}
        {...form.getInputProps('frequency')}
      />
      <NativeSelect
        label={t('settingsForm.fields.radioGroup')}
        description={t('addBin.hints.radioGroup')}
        data={radioGroups.map(String)}
        {...form.getInputProps('radioGroup')}
      />
      {text('label', false)}
      {text('mainBoardId', true)}
      {text('name', true)}
      {text('binNumber', true)}
      <NativeSelect
        label={t('settingsForm.fields.boardType')}
        data={boardTypes.map((value) => ({ value, label: t(`settingsForm.boardTypes.${value}`) }))}
        {...form.getInputProps('boardType')}
      />
      <NativeSelect
        label={t('settingsForm.fields.firmwareName')}
        data={firmwareNames.map((value) => ({
          value,
          label: t(`settingsForm.firmwareNames.${value}`),
        }))}
        value={firmwareName}
        onChange={(event) => {
          const name = firmwareNames.find((known) => known === event.currentTarget.value);
          const firmwareVersion = name && versionsFor(name)[0];
          if (name && firmwareVersion) form.setValues({ firmwareName: name, firmwareVersion });
        }}
      />
      <NativeSelect
        label={t('settingsForm.fields.firmwareVersion')}
        data={versionsFor(firmwareName)}
        {...form.getInputProps('firmwareVersion')}
      />
    </SimpleGrid>
  );
}
