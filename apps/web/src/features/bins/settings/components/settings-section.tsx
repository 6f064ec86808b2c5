import type { Bin } from '@granary/contract/bins/http';
import {
  type SettingName,
  type SettingsSectionName,
  settingsSections,
} from '@granary/contract/bins/settings';
import { Button } from '@mantine/core';
import { type ComponentType, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsavedGuard } from '../../../../components/unsaved-guard.tsx';
import { useCanChange } from '../use-can-change.ts';
import { Collapsible } from './collapsible.tsx';
import { FormFooter, FormStatus } from './form-footer.tsx';
import { radioSettings } from './general-fields.tsx';
import { LockedHint } from './locked-hint.tsx';
import type { FieldsProps } from './setting-inputs.tsx';
import classes from './settings.module.css';
import { useSettingFormatter } from './use-format-setting.ts';
import { useSectionErrorMessage } from './use-save-errors.ts';
import { focusFirstInvalidSetting, useSettingsForm } from './use-settings-form.ts';

export interface SettingsSectionProps {
  readonly bin: Bin;
  readonly section: SettingsSectionName;
  readonly fields: ComponentType<FieldsProps>;
  /** True if rendered as part of the section above. */
  readonly isJoined?: boolean;
  /** True if the section is collapsed until the user opens it. */
  readonly isCollapsible?: boolean;
  /** Called with whether the section has unsaved edits; if absent, the section itself warns about them. */
  readonly onDirty?: (section: SettingsSectionName, isDirty: boolean) => void;
}

function getLockedHintKey(section: SettingsSectionName, canChange: (setting: string) => boolean) {
  if (!canChange('name')) return 'settingsForm.readOnly';
  return section === 'cables' ? 'settingsForm.staffOnly' : 'settingsForm.adminOnly';
}

/** A section of a bin's settings, saved separately. */
export function SettingsSection(props: SettingsSectionProps) {
  const {
    bin: loadedBin,
    section,
    fields: Fields,
    isJoined = false,
    isCollapsible = false,
    onDirty,
  } = props;
  const { t } = useTranslation();
  const titleId = useId();
  const canChange = useCanChange();
  const formatError = useSectionErrorMessage(section);
  const names = settingsSections[section];
  const editing = useSettingsForm({
    bin: loadedBin,
    part: section,
    names,
    formatter: useSettingFormatter(),
  });
  const { form, bin, saving, save, discard, editCount } = editing;
  const isDirty = editCount > 0;
  useEffect(() => onDirty?.(section, isDirty), [onDirty, section, isDirty]);
  const lockedNames = names.filter((name) => !canChange(name));
  const title = (
    <h2 className={classes['title']} id={titleId}>
      {t(`settingsForm.sections.${section}`)}
    </h2>
  );
  const content = (
    <>
      <div className={classes['header']}>
        {!isCollapsible && title}
        <p className={classes['hint']}>{t(`settingsForm.sectionHints.${section}`)}</p>
        {lockedNames.some(isNotRadioSetting) && (
          <LockedHint text={t(getLockedHintKey(section, canChange))} />
        )}
      </div>
      <Fields form={form} bin={bin} canChange={canChange} />
      <FormStatus editing={editing} formatError={formatError} />
      <FormFooter
        editing={editing}
        buttonText={t(`settingsForm.save.${section}`)}
        isDisabled={lockedNames.length === names.length}
      >
        {isDirty && (
          <Button variant="default" onClick={discard} disabled={saving.isPending}>
            {t('settingsForm.discard')}
          </Button>
        )}
      </FormFooter>
    </>
  );
  return (
    <form
      noValidate
      id={`settings-${section}`}
      className={classes['section']}
      data-joined={isJoined}
      aria-labelledby={titleId}
      onSubmit={form.onSubmit(
        (values) => save(values),
        (errors) => focusFirstInvalidSetting(form, errors),
      )}
    >
      {onDirty === undefined && <UnsavedGuard isDirty={isDirty} />}
      {isCollapsible ? <Collapsible title={title}>{content}</Collapsible> : content}
    </form>
  );
}

/** Excludes the radio settings, which have their own hint about who can change them. */
function isNotRadioSetting(name: SettingName): boolean {
  return !radioSettings.some((radio) => radio === name);
}
