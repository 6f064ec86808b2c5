import {
  boardTypes,
  type FirmwareName,
  firmwareNames,
  firmwareVersions,
  offeredStations,
} from '@granary/domain/boards/options';
import { NativeSelect, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChoiceSetting, EitherSetting, type FieldsProps } from './setting-inputs.tsx';
import classes from './settings.module.css';

/** What a bin's board is, which firmware it runs, and its modes. */
export function FirmwareFields(props: FieldsProps) {
  return (
    <div className={classes['fields']}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <BoardFields {...props} />
      </SimpleGrid>
      <ModeFields {...props} />
    </div>
  );
}

/** Which bin of its board a bin is, what the board is and runs. */
export function BoardFields(props: FieldsProps) {
  const { form, bin, mayChange } = props;
  const { t } = useTranslation();
  const stations = [...new Set([...offeredStations, bin.binNumber])];
  return (
    <>
      <ChoiceSetting {...props} field="binNumber" data={stations.map(String)} />
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
        disabled={!mayChange('firmwareName')}
        value={form.getValues().firmwareName}
        onChange={(event) => {
          const name = firmwareNames.find((known) => known === event.currentTarget.value);
          if (name !== undefined) form.setValues(firmwareChosen(name, form.getValues()));
        }}
        error={form.errors['firmwareName']}
      />
      <ChoiceSetting
        {...props}
        field="firmwareVersion"
        data={versionsFor(form.getValues().firmwareName, form.getValues().firmwareVersion)}
      />
    </>
  );
}

interface Firmware {
  readonly firmwareName: string;
  readonly firmwareVersion: string;
}

/** A firmware that has no such version proposes its newest. */
function firmwareChosen(firmwareName: FirmwareName, { firmwareVersion }: Firmware): Firmware {
  const versions = firmwareVersions[firmwareName];
  const isThere = versions.includes(firmwareVersion);
  return { firmwareName, firmwareVersion: isThere ? firmwareVersion : (versions.at(-1) ?? '') };
}

/** The versions of a firmware, and the one that is set. */
function versionsFor(firmwareName: string, set: string): string[] {
  const name = firmwareNames.find((known) => known === firmwareName);
  return [...new Set([...(name === undefined ? [] : firmwareVersions[name]), set])];
}

/** Whether the board takes new firmware, and whether it is kept awake. */
export function ModeFields(props: FieldsProps) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <EitherSetting
        {...props}
        field="firmwareMode"
        yes={t('settingsForm.start')}
        no={t('settingsForm.completed')}
      />
      <EitherSetting
        {...props}
        field="installationMode"
        description={t('settingsForm.installationHint')}
        yes={t('settingsForm.enabled')}
        no={t('settingsForm.disabled')}
      />
    </SimpleGrid>
  );
}
