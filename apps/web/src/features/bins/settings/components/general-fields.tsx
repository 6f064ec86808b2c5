import type { SettingName } from '@granary/contract/bins/settings';
import { cropUnit } from '@granary/contract/units';
import { frequencies, radioGroups } from '@granary/domain/boards/options';
import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeRequestedSetting } from '../describe-requested-setting.ts';
import { ConfirmChannelButton } from './channel-set-button.tsx';
import { Collapsible } from './collapsible.tsx';
import { LockedHint } from './locked-hint.tsx';
import {
  BooleanSelect,
  ChoiceSetting,
  type FieldsProps,
  NumberSetting,
  SwitchSetting,
  TextSetting,
} from './setting-inputs.tsx';
import classes from './settings.module.css';
import { useCropChoices } from './use-crop-choices.ts';

/** The settings in the collapsible section that only admins can change. */
export const radioSettings = [
  'mainBoardId',
  'frequency',
  'radioGroup',
] as const satisfies readonly SettingName[];

/** Name, crop, size and units; the radio settings are collapsed below. */
export function GeneralFields(props: FieldsProps) {
  const { form } = props;
  const { t } = useTranslation();
  const crops = useCropChoices(form.getValues().crop, t('bins.noCrop'));
  return (
    <>
      <div className={classes['fields']}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextSetting {...props} field="name" />
          <ChoiceSetting
            {...props}
            field="crop"
            description={t('settingsForm.cropHint')}
            data={crops}
          />
          <NumberSetting {...props} field="size" />
          <ChoiceSetting
            {...props}
            field="cropUnit"
            description={t('settingsForm.cropUnitHint')}
            data={cropUnit.options.map((value) => ({ value, label: t(`units.grain.${value}`) }))}
          />
          <ChoiceSetting
            {...props}
            field="temperatureUnit"
            data={[
              { value: 'c', label: t('settingsForm.celsius') },
              { value: 'f', label: t('settingsForm.fahrenheit') },
            ]}
          />
          <BooleanSelect
            {...props}
            field="showsHumidity"
            trueLabel={t('settingsForm.humidity')}
            falseLabel={t('settingsForm.moisture')}
            description={t('settingsForm.emcHint')}
          />
        </SimpleGrid>
      </div>
      <RadioFields {...props} />
    </>
  );
}

/** The board ID and radio channel, which only admins can change, and whether the board has a battery. */
function RadioFields(props: FieldsProps) {
  const { t } = useTranslation();
  const { bin } = props;
  const { frequency, radioGroup, wantedFrequency, wantedRadioGroup } = bin;
  const describeRequest = (current: number, wanted: number | null) =>
    wanted === null
      ? undefined
      : describeRequestedSetting(bin, { kind: 'radio', currentValue: current }, t);
  return (
    <Collapsible title={t('settingsForm.radio')}>
      <div className={classes['fields']}>
        {!radioSettings.every(props.canChange) && <LockedHint text={t('settingsForm.adminOnly')} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextSetting {...props} field="mainBoardId" />
          <ChoiceSetting
            {...props}
            field="frequency"
            data={frequencies.map(String)}
            description={describeRequest(frequency, wantedFrequency)}
          />
          <ChoiceSetting
            {...props}
            field="radioGroup"
            data={radioGroups.map(String)}
            description={describeRequest(radioGroup, wantedRadioGroup)}
          />
        </SimpleGrid>
        <ConfirmChannelButton bin={bin} />
        <SwitchSetting {...props} field="batteryAttached" />
      </div>
    </Collapsible>
  );
}
