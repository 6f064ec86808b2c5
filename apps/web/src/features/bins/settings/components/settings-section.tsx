import type { Bin } from '@granary/contract/bins/http';
import { type Section, type SettingName, sections } from '@granary/contract/bins/settings';
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
import { useFormatSetting } from './use-format-setting.ts';
import { useSectionError } from './use-save-errors.ts';
import { focusFirstInvalidSetting, useSettingsForm } from './use-settings-form.ts';

export interface SettingsSectionProps {
  readonly bin: Bin;
  readonly section: Section;
  readonly fields: ComponentType<FieldsProps>;
  /** Rendered as a part of the section above. */
  readonly isJoined?: boolean;
  /** Closed until someone opens it. */
  readonly isCollapsible?: boolean;
  /** Called with whether there are unsaved edits; without it, the section warns by itself. */
  readonly onDirty?: (section: Section, isDirty: boolean) => void;
}

function lockedText(section: Section, canChange: (setting: string) => boolean) {
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
  const formatError = useSectionError(section);
  const names = sections[section];
  const editing = useSettingsForm({
    bin: loadedBin,
    part: section,
    names,
    formatter: useFormatSetting(),
  });
  const { form, bin, saving, save, discard, count } = editing;
  const isDirty = count > 0;
  useEffect(() => onDirty?.(section, isDirty), [onDirty, section, isDirty]);
  const locked = names.filter((name) => !canChange(name));
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
        {locked.some(isNotRadioSetting) && <LockedHint text={t(lockedText(section, canChange))} />}
      </div>
      <Fields form={form} bin={bin} canChange={canChange} />
      <FormStatus editing={editing} formatError={formatError} />
      <FormFooter
        editing={editing}
        buttonText={t(`settingsForm.save.${section}`)}
        isDisabled={locked.length === names.length}
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

/** The radio settings have their own hint about who can change them. */
function isNotRadioSetting(name: SettingName): boolean {
  return !radioSettings.some((radio) => radio === name);
}
