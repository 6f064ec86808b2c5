import { boardTypes, firmwareNames, offeredBinNumbers } from '@granary/domain/boards/options';
import { NativeSelect, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../components/notice.tsx';
import { describeRequestedSetting } from '../describe-requested-setting.ts';
import { useFirmwareVersions } from '../firmware-versions.ts';
import { BooleanSelect, ChoiceSetting, type FieldsProps } from './setting-inputs.tsx';
import classes from './settings.module.css';

/** The board's type, firmware and modes. */
export function FirmwareFields(props: FieldsProps) {
  return (
    <div className={classes['fields']}>
      <NoUpdatesNotice />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <BoardFields {...props} />
      </SimpleGrid>
      <ModeFields {...props} />
    </div>
  );
}

/** Explains that boards are not updated from here. */
export function NoUpdatesNotice() {
  const { t } = useTranslation();
  return (
    <Notice
      state="unknown"
      title={t('settingsForm.noFirmwareUpdates')}
      detail={t('settingsForm.noFirmwareUpdatesDetail')}
    />
  );
}

/** The bin station, and the board's type and firmware. */
export function BoardFields(props: FieldsProps) {
  const { form, bin, canChange } = props;
  const { t } = useTranslation();
  const { firmwareName, firmwareVersion } = form.getValues();
  const listVersions = useFirmwareVersions(canChange('firmwareVersion'));
  const binNumbers = [...new Set([...offeredBinNumbers, bin.binNumber])];
  return (
    <>
      <ChoiceSetting {...props} field="binNumber" data={binNumbers.map(String)} />
      <ChoiceSetting
        {...props}
        field="boardType"
        data={boardTypes.map((value) => ({ value, label: t(`settingsForm.boardTypes.${value}`) }))}
      />
      <NativeSelect
        label={t('settingsForm.fields.firmwareName')}
        data={firmwareNames.map((value) => ({
          value,
          label: t(`settingsForm.firmwareNames.${value}`),
        }))}
        disabled={!canChange('firmwareName')}
        value={firmwareName}
        onChange={(event) => {
          const name = firmwareNames.find((knownName) => knownName === event.currentTarget.value);
          if (name === undefined) return;
          // If the version does not exist for this firmware, select its newest version.
          const { firmwareVersion } = form.getValues();
          const versions = listVersions(name);
          const version = versions.includes(firmwareVersion) ? firmwareVersion : versions.at(-1);
          form.setValues({ firmwareName: name, firmwareVersion: version ?? '' });
        }}
        error={form.errors['firmwareName']}
      />
      <ChoiceSetting
        {...props}
        field="firmwareVersion"
        data={[...new Set([...listVersions(firmwareName), firmwareVersion])]}
      />
    </>
  );
}

/** Firmware update and installation mode. */
export function ModeFields(props: FieldsProps) {
  const { bin } = props;
  const { t } = useTranslation();
  const currentMode = t(bin.installationMode ? 'settingsForm.enabled' : 'settingsForm.disabled');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <BooleanSelect
        {...props}
        field="firmwareMode"
        trueLabel={t('settingsForm.start')}
        falseLabel={t('settingsForm.completed')}
      />
      <BooleanSelect
        {...props}
        field="installationMode"
        description={
          bin.wantedInstallationMode === null
            ? t('settingsForm.installationHint')
            : describeRequestedSetting(
                bin,
                { kind: 'installation-mode', currentValue: currentMode },
                t,
              )
        }
        trueLabel={t('settingsForm.enabled')}
        falseLabel={t('settingsForm.disabled')}
      />
    </SimpleGrid>
  );
}
