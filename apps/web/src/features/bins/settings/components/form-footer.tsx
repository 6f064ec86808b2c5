import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../components/notice.tsx';
import { useLiveState } from '../../../../lib/live-client.ts';
import { useFormat } from '../../../../lib/use-format.ts';
import { SaveButton } from './save-button.tsx';
import classes from './settings.module.css';
import type { useSettingsForm } from './use-settings-form.ts';

type SettingsFormState = ReturnType<typeof useSettingsForm>;

export interface FormFooterProps {
  readonly editing: SettingsFormState;
  readonly buttonText: string;
  /** Whether the save button is highlighted even without edits. */
  readonly isHighlighted?: boolean;
  readonly isDisabled?: boolean;
  /** Shown before the save button. */
  readonly children?: ReactNode;
}

/** The number of edits, or why they cannot be saved, and the save button. */
export function FormFooter({
  editing,
  buttonText,
  isHighlighted,
  isDisabled = false,
  children,
}: FormFooterProps) {
  const { t } = useTranslation();
  const { saving, editCount } = editing;
  const isOffline = useLiveState().kind === 'offline';
  return (
    <div className={classes['footer']}>
      <span className={classes['count']} role="status">
        {isOffline
          ? t('live.cannotChange')
          : editCount > 0 && t('settingsForm.changes', { count: editCount })}
      </span>
      {children}
      <SaveButton
        buttonText={buttonText}
        isBusy={saving.isPending}
        isHighlighted={isHighlighted ?? editCount > 0}
        isDisabled={isOffline || isDisabled}
      />
    </div>
  );
}

export interface FormFailureProps {
  readonly editing: SettingsFormState;
  readonly formatError: (error: unknown) => string;
}

/** Shows why saving failed, or what someone else changed. */
export function FormError({ editing: { changes, saving }, formatError }: FormFailureProps) {
  if (changes.length > 0) return <StaleNotice fields={changes} />;
  if (!saving.isError) return null;
  return <Notice state="warning" isAlert title={formatError(saving.error)} />;
}

/** The result of saving. */
export function FormStatus(props: FormFailureProps) {
  const { saving, editCount } = props.editing;
  return (
    <div className={classes['status']}>
      <FormError {...props} />
      <div role="status">
        {saving.isSuccess && editCount === 0 && <Notice state="ok" title={saving.data.RESP_MSG} />}
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

/** Lists what someone else changed while the user was editing. */
function StaleNotice({ fields }: { readonly fields: SettingsFormState['changes'] }) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const names = fields.map((change) => {
    if (typeof change === 'string') return t(`settingsForm.fields.${change}`);
    const cable = t('settingsForm.cable', { number: change.cable });
    return change.field === null ? cable : `${cable} · ${t(cableLabels[change.field])}`;
  });
  return (
    <Notice
      state="warning"
      isAlert
      title={t('settingsForm.stale', { fields: new Intl.ListFormat(locale).format(names) })}
      detail={t('farmForm.staleDetail')}
    />
  );
}
