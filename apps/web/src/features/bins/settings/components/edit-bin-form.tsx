import type { Bin } from '@granary/contract/bins/http';
import { settingNames } from '@granary/contract/bins/settings';
import type { ComponentType } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../../components/button-link.tsx';
import { MessageDialog } from '../../../../components/message-dialog.tsx';
import { UnsavedGuard } from '../../../../components/unsaved-guard.tsx';
import { useCanChange } from '../use-can-change.ts';
import { AlertFields } from './alert-fields.tsx';
import { CableFields } from './cable-fields.tsx';
import { FanFields } from './fan-fields.tsx';
import { FirmwareFields } from './firmware-fields.tsx';
import { FormError, FormFooter } from './form-footer.tsx';
import { GeneralFields } from './general-fields.tsx';
import { InventoryFields } from './inventory-fields.tsx';
import type { FieldsProps } from './setting-inputs.tsx';
import classes from './settings.module.css';
import { useSettingFormatter } from './use-format-setting.ts';
import { useBinFormErrorMessage } from './use-save-errors.ts';
import { focusFirstInvalidSetting, useSettingsForm } from './use-settings-form.ts';

const sections: readonly (readonly [
  'general' | 'alerts' | 'firmware' | 'configuration' | 'inventory' | 'fan' | 'cables',
  ComponentType<FieldsProps>,
])[] = [
  ['general', GeneralFields],
  ['alerts', AlertFields],
  ['fan', FanFields],
  ['inventory', InventoryFields],
  ['cables', CableFields],
  ['configuration', ConfigurationLink],
  ['firmware', FirmwareFields],
];

/** All settings of a bin in one form, saved together. */
export function EditBinForm({ bin: loadedBin }: { readonly bin: Bin }) {
  const { t } = useTranslation();
  const canChange = useCanChange();
  const formatError = useBinFormErrorMessage();
  const [isDone, setDone] = useState(false);
  const formatter = useSettingFormatter();
  const editing = useSettingsForm({
    bin: loadedBin,
    part: 'all',
    names: settingNames,
    formatter,
  });
  const { form, bin, saving, save, editCount } = editing;
  return (
    <form
      noValidate
      className={classes['edit']}
      aria-label={t('editBin.title')}
      onSubmit={form.onSubmit(
        (values) => save(values, () => setDone(true)),
        (errors) => focusFirstInvalidSetting(form, errors),
      )}
    >
      <UnsavedGuard isDirty={editCount > 0} />
      {sections.map(([name, Fields]) => (
        <details key={name} className={classes['section']} open={name === 'general'}>
          <summary className={classes['summary']}>{t(`editBin.sections.${name}`)}</summary>
          <Fields form={form} bin={bin} canChange={canChange} />
        </details>
      ))}
      <FormError editing={editing} formatError={formatError} />
      <FormFooter
        editing={editing}
        buttonText={t('editBin.submit')}
        isHighlighted
        isDisabled={!settingNames.some(canChange)}
      />
      {isDone && saving.isSuccess && (
        <MessageDialog
          title={t('editBin.updated')}
          text={saving.data.RESP_MSG}
          onClose={() => setDone(false)}
        />
      )}
    </form>
  );
}

/** A link to the page for changing bus addresses; each change requires a command to the board. */
function ConfigurationLink({ bin }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes['fields']}>
      <p className={classes['hint']}>{t('editBin.configurationHint')}</p>
      <div>
        <ButtonLink variant="default" to="/binsensor/$id/cables" params={{ id: bin.id }}>
          {t('editBin.configure')}
        </ButtonLink>
      </div>
    </div>
  );
}
