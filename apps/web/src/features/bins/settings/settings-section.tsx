import type { Bin } from '@granary/contract/bins/http';
import { type Section, sections } from '@granary/contract/bins/settings';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ComponentType, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { SaveButton } from './save-button.tsx';
import type { FieldsProps } from './setting-inputs.tsx';
import classes from './settings.module.css';
import { useMayChange } from './use-may-change.ts';
import { useSayValue } from './use-say-value.ts';
import { useSectionError } from './use-section-error.ts';
import { showFirstWrong, useSettingsForm } from './use-settings-form.ts';

export interface SettingsSectionProps {
  readonly bin: Bin;
  readonly section: Section;
  readonly fields: ComponentType<FieldsProps>;
  /** It belongs to the section above it. */
  readonly isJoined?: boolean;
  /** Told whether something is typed and not saved; without it the section guards itself. */
  readonly onDirty?: (section: Section, isDirty: boolean) => void;
}

/** A part of a bin's settings, saved by itself. */
export function SettingsSection(props: SettingsSectionProps) {
  const { bin: read, section, fields: Fields, isJoined = false, onDirty } = props;
  const { t } = useTranslation();
  const titleId = useId();
  const mayChange = useMayChange();
  const names = sections[section];
  const editing = useSettingsForm({ bin: read, part: section, names, sayValue: useSayValue() });
  const { form, bin, saving, save, discard, count } = editing;
  const isDirty = count > 0;
  useEffect(() => onDirty?.(section, isDirty), [onDirty, section, isDirty]);
  const isOffline = useLiveState().kind === 'offline';
  const locked = names.filter((name) => !mayChange(name));
  return (
    <form
      noValidate
      id={`settings-${section}`}
      className={classes['section']}
      data-joined={isJoined}
      aria-labelledby={titleId}
      onSubmit={form.onSubmit(
        (values) => save(values),
        (errors) => showFirstWrong(form, errors),
      )}
    >
      {onDirty === undefined && <UnsavedGuard isDirty={isDirty} />}
      <div className={classes['head']}>
        <h2 className={classes['title']} id={titleId}>
          {t(`settingsForm.sections.${section}`)}
        </h2>
        <p className={classes['hint']}>{t(`settingsForm.sectionHints.${section}`)}</p>
        {locked.length > 0 && (
          <p className={classes['locked']}>
            <IconLock size={16} aria-hidden />
            {t(section === 'cables' ? 'settingsForm.staffOnly' : 'settingsForm.adminOnly')}
          </p>
        )}
      </div>
      <SectionNews section={section} editing={editing} />
      <Fields form={form} bin={bin} mayChange={mayChange} />
      <div className={classes['foot']}>
        <span className={classes['count']} role="status">
          {isOffline ? t('live.cannotChange') : count > 0 && t('settingsForm.changes', { count })}
        </span>
        {count > 0 && (
          <Button variant="default" onClick={discard} disabled={saving.isPending}>
            {t('settingsForm.discard')}
          </Button>
        )}
        <SaveButton
          act={t(`settingsForm.save.${section}`)}
          isBusy={saving.isPending}
          isDue={isDirty}
          isDisabled={isOffline || locked.length === names.length}
        />
      </div>
    </form>
  );
}

interface NewsProps {
  readonly section: Section;
  readonly editing: ReturnType<typeof useSettingsForm>;
}

/** How saving went. */
function SectionNews({ section, editing }: NewsProps) {
  const { changed, saving, count } = editing;
  const sentence = useSectionError(section);
  const isStale = changed.length > 0;
  return (
    <div className={classes['news']}>
      {saving.isError && !isStale && <Notice state="warn" isAlert title={sentence(saving.error)} />}
      {isStale && <StaleNotice fields={changed} />}
      <div role="status">
        {saving.isSuccess && count === 0 && <Notice state="ok" title={saving.data.RESP_MSG} />}
      </div>
    </div>
  );
}

const cableLabels = {
  name: 'settingsForm.cableName',
  cableId: 'settingsForm.cableId',
  subBin: 'settingsForm.subBin',
  flip: 'settingsForm.cableType',
  crop: 'settingsForm.cableCrop',
} as const;

/** Tells what somebody else changed while this was being filled in. */
export function StaleNotice({ fields }: { readonly fields: NewsProps['editing']['changed'] }) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const names = fields.map((change) => {
    if (typeof change === 'string') return t(`settingsForm.fields.${change}`);
    const cable = t('settingsForm.cable', { number: change.cable });
    return change.field === null ? cable : `${cable} · ${t(cableLabels[change.field])}`;
  });
  return (
    <Notice
      state="warn"
      isAlert
      title={t('settingsForm.stale', { fields: new Intl.ListFormat(locale).format(names) })}
      detail={t('farmForm.staleDetail')}
    />
  );
}
