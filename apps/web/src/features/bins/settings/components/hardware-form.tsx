import type { Bin } from '@granary/contract/bins/http';
import { frequencies } from '@granary/domain/boards/options';
import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { UnsavedGuard } from '../../../../components/unsaved-guard.tsx';
import { useErrorMessage } from '../../../../lib/use-error-message.ts';
import { describeRequestedSetting } from '../describe-requested-setting.ts';
import { useCanChange } from '../use-can-change.ts';
import { ConfirmChannelButton } from './channel-set-button.tsx';
import { BoardFields, NoUpdatesNotice } from './firmware-fields.tsx';
import { FormFooter, FormStatus } from './form-footer.tsx';
import { LockedHint } from './locked-hint.tsx';
import { ChoiceSetting } from './setting-inputs.tsx';
import classes from './settings.module.css';
import { useSettingFormatter } from './use-format-setting.ts';
import { focusFirstInvalidSetting, useSettingsForm } from './use-settings-form.ts';

const names = ['frequency', 'binNumber', 'boardType', 'firmwareName', 'firmwareVersion'] as const;

/** The form for a bin's radio channel, bin station, board type and firmware. */
export function HardwareForm({ bin: loadedBin }: { readonly bin: Bin }) {
  const { t } = useTranslation();
  const formatError = useErrorMessage();
  const canChange = useCanChange();
  const editing = useSettingsForm({
    bin: loadedBin,
    part: 'all',
    names,
    formatter: useSettingFormatter(),
  });
  const { form, bin, save, editCount } = editing;
  const isLocked = names.every((name) => !canChange(name));
  const fieldProps = { form, bin, canChange };
  return (
    <form
      noValidate
      className={classes['section']}
      aria-label={t('hardware.title')}
      onSubmit={form.onSubmit(
        (values) => save(values),
        (errors) => focusFirstInvalidSetting(form, errors),
      )}
    >
      <UnsavedGuard isDirty={editCount > 0} />
      <div className={classes['header']}>
        <p className={classes['hint']}>
          {t('hardware.board', { board: bin.mainBoardId })}
          {bin.label !== '' && ` · ${t('hardware.label', { label: bin.label })}`}
        </p>
        {isLocked && <LockedHint text={t('settingsForm.adminOnly')} />}
      </div>
      <div className={classes['fields']}>
        <NoUpdatesNotice />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <ChoiceSetting
            {...fieldProps}
            field="frequency"
            data={frequencies.map(String)}
            description={
              bin.wantedFrequency === null
                ? undefined
                : describeRequestedSetting(bin, { kind: 'radio', currentValue: bin.frequency }, t)
            }
          />
          <BoardFields {...fieldProps} />
        </SimpleGrid>
        <ConfirmChannelButton bin={bin} />
      </div>
      <FormStatus editing={editing} formatError={formatError} />
      <FormFooter editing={editing} buttonText={t('hardware.submit')} isDisabled={isLocked} />
    </form>
  );
}
