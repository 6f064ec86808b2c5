import type { Bin } from '@granary/contract/bins/http';
import { frequencies } from '@granary/domain/boards/options';
import { SimpleGrid } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useErrorSentence } from '../../../lib/use-error-sentence.ts';
import { BoardFields } from './firmware-fields.tsx';
import { SaveButton } from './save-button.tsx';
import { ChoiceSetting } from './setting-inputs.tsx';
import classes from './settings.module.css';
import { StaleNotice } from './settings-section.tsx';
import { useMayChange } from './use-may-change.ts';
import { useSayValue } from './use-say-value.ts';
import { showFirstWrong, useSettingsForm } from './use-settings-form.ts';

const names = ['frequency', 'binNumber', 'boardType', 'firmwareName', 'firmwareVersion'] as const;

/** The hardware of a bin: how its board is reached, where it stands and what it runs. */
export function HardwareForm({ bin: read }: { readonly bin: Bin }) {
  const { t } = useTranslation();
  const sentence = useErrorSentence();
  const mayChange = useMayChange();
  const editing = useSettingsForm({ bin: read, part: 'whole', names, sayValue: useSayValue() });
  const { form, bin, changed, saving, save, count } = editing;
  const isOffline = useLiveState().kind === 'offline';
  const isLocked = names.every((name) => !mayChange(name));
  const isStale = changed.length > 0;
  const fields = { form, bin, mayChange };
  return (
    <form
      noValidate
      className={classes['section']}
      aria-label={t('hardware.title')}
      onSubmit={form.onSubmit(
        (values) => save(values),
        (errors) => showFirstWrong(form, errors),
      )}
    >
      <UnsavedGuard isDirty={count > 0} />
      <div className={classes['head']}>
        <p className={classes['hint']}>
          {t('hardware.board', { board: bin.mainBoardId })}
          {bin.label !== '' && ` · ${t('hardware.label', { label: bin.label })}`}
        </p>
        {isLocked && (
          <p className={classes['locked']}>
            <IconLock size={16} aria-hidden />
            {t('settingsForm.adminOnly')}
          </p>
        )}
      </div>
      <div className={classes['news']}>
        {saving.isError && !isStale && (
          <Notice state="warn" isAlert title={sentence(saving.error)} />
        )}
        {isStale && <StaleNotice fields={changed} />}
        <div role="status">
          {saving.isSuccess && count === 0 && <Notice state="ok" title={saving.data.RESP_MSG} />}
        </div>
      </div>
      <div className={classes['fields']}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <ChoiceSetting
            {...fields}
            field="frequency"
            data={frequencies.map(String)}
            description={
              bin.wantedFrequency === null
                ? undefined
                : t('settingsForm.waiting', { now: bin.frequency })
            }
          />
          <BoardFields {...fields} />
        </SimpleGrid>
      </div>
      <div className={classes['foot']}>
        <span className={classes['count']} role="status">
          {isOffline ? t('live.cannotChange') : count > 0 && t('settingsForm.changes', { count })}
        </span>
        <SaveButton
          act={t('hardware.act')}
          isBusy={saving.isPending}
          isDisabled={isOffline || isLocked}
          isDue={count > 0}
        />
      </div>
    </form>
  );
}
