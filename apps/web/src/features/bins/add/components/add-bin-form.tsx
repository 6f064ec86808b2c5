import { bounds } from '@granary/contract/bins/bounds';
import { cropUnit } from '@granary/contract/units';
import {
  boardTypes,
  firmwareNames,
  frequencies,
  radioGroups,
} from '@granary/domain/boards/options';
import { Button, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../components/notice.tsx';
import { UnsavedGuard } from '../../../../components/unsaved-guard.tsx';
import { focusFirstInvalid, toFieldErrors } from '../../../../lib/field-errors.ts';
import { useLiveState } from '../../../../lib/live-client.ts';
import { useErrorMessage } from '../../../../lib/use-error-message.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { useFormat } from '../../../../lib/use-format.ts';
import { Collapsible, expandAround } from '../../settings/components/collapsible.tsx';
import { SaveButton } from '../../settings/components/save-button.tsx';
import classes from '../../settings/components/settings.module.css';
import { useCropChoices } from '../../settings/components/use-crop-choices.ts';
import { useFirmwareVersions } from '../../settings/firmware-versions.ts';
import {
  fieldByWireName,
  fieldOrder,
  findInvalidFields,
  initialValues,
  type NewBinValues,
  toNewBin,
  toNextBin,
} from '../add-bin-values.ts';
import { useAddBin, useCreateCredentials } from '../api/add-bin.ts';
import { BinAddedDialog } from './bin-added-dialog.tsx';

interface AddBinFormProps {
  readonly farm: { readonly id: number; readonly ownerId: number };
  /** The bin's main board and bin station; empty if not known yet. */
  readonly station: Pick<NewBinValues, 'mainBoardId' | 'binNumber'>;
  /**
   * Called after the bin is added. `wasKeySeen`: the user has seen the key, so leaving needs no confirmation.
   */
  readonly onDone: (wasKeySeen: boolean) => void;
}

/**
 * Adds a bin: asks first for what a farmer knows about it, then for its board; the radio settings are
 * collapsed below.
 */
export function AddBinForm({ farm, station, onDone }: AddBinFormProps) {
  const { t } = useTranslation();
  const formatError = useErrorMessage();
  const isOffline = useLiveState().kind === 'offline';
  const addForm = useAddBinForm(farm, station);
  const { form, addBin, createCredentials, isAddingAnother } = addForm;
  return (
    <form
      noValidate
      className={classes['section']}
      aria-labelledby="add-bin"
      onSubmit={addForm.makeSubmitHandler(false)}
    >
      <UnsavedGuard
        isDirty={
          addBin.isSuccess
            ? createCredentials.isPending || createCredentials.isSuccess
            : form.isDirty()
        }
        hasBoardKey={addBin.isSuccess}
      />
      <div className={classes['header']}>
        <h2 className={classes['title']} id="add-bin">
          {t('addBin.heading')}
        </h2>
      </div>
      <div className={classes['status']}>
        {addBin.isError && <Notice state="warning" isAlert title={formatError(addBin.error)} />}
        <div role="status">
          {addForm.addedName !== null && (
            <Notice state="ok" title={t('addBin.addedNamed', { name: addForm.addedName })} />
          )}
        </div>
      </div>
      <NewBinFields form={form} />
      <RadioFields form={form} />
      <div className={classes['footer']}>
        {isOffline && <span className={classes['count']}>{t('live.cannotChange')}</span>}
        <Button
          variant="default"
          disabled={isOffline || addBin.isPending}
          onClick={() => addForm.makeSubmitHandler(true)()}
        >
          {t('addBin.another')}
        </Button>
        <SaveButton
          buttonText={t('addBin.submit')}
          isBusy={addBin.isPending}
          isDisabled={isOffline}
          isHighlighted
        />
      </div>
      {addBin.isSuccess && !(isAddingAnother && addBin.data.board_has_key) && (
        <BinAddedDialog
          message={addBin.data.RESP_MSG}
          mainBoardId={addBin.data.data.mainBoardId}
          hasKey={addBin.data.board_has_key}
          createCredentials={createCredentials}
          hasNext={isAddingAnother}
          onClose={(wasKeySeen) => (isAddingAnother ? addForm.startNext() : onDone(wasKeySeen))}
        />
      )}
    </form>
  );
}

/** Adds bins, one after another if the user asks for it. */
function useAddBinForm(farm: AddBinFormProps['farm'], station: AddBinFormProps['station']) {
  const { locale } = useFormat();
  const form = useNewBinForm(station);
  const addBin = useAddBin();
  const createCredentials = useCreateCredentials();
  const [isAddingAnother, setAddingAnother] = useState(false);
  const [addedName, setAddedName] = useState<string | null>(null);
  const focusInvalid = (errors: Readonly<Record<string, unknown>>) => {
    const first = fieldOrder.find((field) => errors[field] != null);
    if (first !== undefined) expandAround(form.getInputNode(first));
    focusFirstInvalid(form, errors, fieldOrder);
  };
  const startNext = () => {
    const next = toNextBin(form.getValues());
    setAddedName(form.getValues().name.trim());
    form.setInitialValues(next);
    form.setValues(next);
    addBin.reset();
    createCredentials.reset();
    form.getInputNode('name')?.focus();
  };
  const add = (values: NewBinValues, addAnother: boolean) => {
    setAddingAnother(addAnother);
    setAddedName(null);
    addBin.mutate(toNewBin(values, farm, locale), {
      onSuccess: ({ data: { mainBoardId }, board_has_key: hasKey }) => {
        // A new board cannot sign in without a key.
        if (!hasKey) createCredentials.mutate({ mainBoardId, rotate: false });
        else if (addAnother) startNext();
      },
      onError: (error) => {
        const errors = toFieldErrors(error, fieldByWireName);
        form.setErrors(errors);
        focusInvalid(errors);
      },
    });
  };
  const makeSubmitHandler = (isAddingAnother: boolean) =>
    form.onSubmit((values) => add(values, isAddingAnother), focusInvalid);
  return {
    form,
    addBin,
    createCredentials,
    isAddingAnother,
    addedName,
    startNext,
    makeSubmitHandler,
  };
}

function useNewBinForm(station: AddBinFormProps['station']) {
  const { t } = useTranslation();
  const format = useFormat();
  return useForm({
    initialValues: { ...initialValues, ...station },
    validate: (values) => {
      const invalidFields = findInvalidFields(values, format.locale);
      const [min, max] = [bounds.size.min, bounds.size.max].map((end) => format.number(end));
      return {
        name: invalidFields.name ? t('settingsForm.required') : null,
        size: invalidFields.size ? t('settingsForm.range', { min, max }) : null,
        mainBoardId: invalidFields.mainBoardId ? t('settingsForm.boardInvalid') : null,
        binNumber: invalidFields.binNumber ? t('settingsForm.whole', { min: 1, max: 32 }) : null,
      };
    },
  });
}

interface FieldsProps {
  readonly form: ReturnType<typeof useNewBinForm>;
}

function NewBinFields({ form }: FieldsProps) {
  const { t } = useTranslation();
  const crops = useCropChoices(form.getValues().crop, t('bins.noCrop'));
  const renderTextField = (
    field: 'label' | 'mainBoardId' | 'name' | 'binNumber',
    isRequired: boolean,
  ) => (
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
    <div className={classes['fields']}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {renderTextField('name', true)}
        <NativeSelect
          label={t('settingsForm.fields.crop')}
          data={crops}
          {...form.getInputProps('crop')}
        />
        <TextInput
          label={t('settingsForm.fields.size')}
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('size')}
        />
        <NativeSelect
          label={t('settingsForm.fields.cropUnit')}
          data={cropUnit.options.map((value) => ({ value, label: t(`units.grain.${value}`) }))}
          {...form.getInputProps('cropUnit')}
        />
        {renderTextField('mainBoardId', true)}
        {renderTextField('binNumber', true)}
        {renderTextField('label', false)}
      </SimpleGrid>
    </div>
  );
}

/** The board's radio, type and firmware, which are often the same for all bins. */
function RadioFields({ form }: FieldsProps) {
  const { t } = useTranslation();
  const { firmwareName } = form.getValues();
  const listVersions = useFirmwareVersions(true);
  return (
    <Collapsible title={t('settingsForm.radio')}>
      <div className={classes['fields']}>
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
          <NativeSelect
            label={t('settingsForm.fields.boardType')}
            data={boardTypes.map((value) => ({
              value,
              label: t(`settingsForm.boardTypes.${value}`),
            }))}
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
              const firmwareVersion = name && listVersions(name)[0];
              if (name && firmwareVersion) form.setValues({ firmwareName: name, firmwareVersion });
            }}
          />
          <NativeSelect
            label={t('settingsForm.fields.firmwareVersion')}
            data={listVersions(firmwareName)}
            {...form.getInputProps('firmwareVersion')}
          />
        </SimpleGrid>
      </div>
    </Collapsible>
  );
}
