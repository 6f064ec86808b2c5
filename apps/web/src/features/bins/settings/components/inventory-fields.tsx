import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../components/notice.tsx';
import { findConflictingLimits } from '../conflicting-limits.ts';
import { describeRequestedSetting } from '../describe-requested-setting.ts';
import { isFieldShown } from '../validate-settings.ts';
import {
  ChoiceSetting,
  type FieldsProps,
  NumberSetting,
  SwitchSetting,
} from './setting-inputs.tsx';
import classes from './settings.module.css';

const loadMethods = [
  ['manual', 'manual'],
  ['siloscan pro', 'siloscanPro'],
  ['siloscan max', 'siloscanMax'],
  ['pressure cable', 'pressureCable'],
] as const;

/** Fields for how a bin's fill is measured, and for that method's settings. */
export function InventoryFields(props: FieldsProps) {
  const { form, bin } = props;
  const { t } = useTranslation();
  const values = form.getValues();
  return (
    <div className={classes['fields']}>
      <ChoiceSetting
        {...props}
        field="loadMethod"
        data={loadMethods.map(([value, name]) => ({
          value,
          label: t(`settingsForm.methods.${name}`),
        }))}
      />
      {isFieldShown(values, 'levelSensorEmptyMm') && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <NumberSetting
              {...props}
              field="levelSensorEmptyMm"
              description={t('settingsForm.heightHint')}
            />
            <NumberSetting
              {...props}
              field="deadZoneMm"
              description={t('settingsForm.deadZoneHint')}
            />
          </SimpleGrid>
          {findConflictingLimits(values, bin.temperatureUnit).hasDeadZoneConflict && (
            <Notice state="warning" isAlert title={t('settingsForm.deadZoneTooHigh')} />
          )}
          <SwitchSetting
            {...props}
            field="radarHeightWanted"
            description={
              bin.radarHeightWanted
                ? describeRequestedSetting(bin, { kind: 'radar' }, t)
                : t('settingsForm.radarHint')
            }
          />
        </>
      )}
      {isFieldShown(values, 'pressureY1') && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <NumberSetting {...props} field="pressureY1" />
          <NumberSetting {...props} field="pressureY2" />
        </SimpleGrid>
      )}
    </div>
  );
}
