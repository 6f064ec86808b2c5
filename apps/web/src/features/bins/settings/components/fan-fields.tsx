import { fanAutomation } from '@granary/contract/bins/http';
import { SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../../components/button-link.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { findConflictingLimits } from '../conflicting-limits.ts';
import {
  ChoiceSetting,
  type FieldsProps,
  NumberSetting,
  SwitchSetting,
} from './setting-inputs.tsx';
import classes from './settings.module.css';

/** The fan settings of a bin. */
export function FanFields(props: FieldsProps) {
  const { form, bin } = props;
  const { t } = useTranslation();
  const { fanAttached, fanMode, plenumSensorAttached } = form.getValues();
  return (
    <div className={classes['fields']}>
      <SwitchSetting {...props} field="fanAttached" />
      {fanAttached && (
        <>
          <ChoiceSetting
            {...props}
            field="fanMode"
            data={fanAutomation.options.map((value) => ({ value, label: t(`fan.mode.${value}`) }))}
          />
          {fanMode === 'manual' && (
            <ButtonLink
              to="/binsensorlist/$farmId"
              params={{ farmId: bin.farmId }}
              variant="default"
            >
              {t('fan.toFarmBins')}
            </ButtonLink>
          )}
          {fanMode === 'automatic' && <AutomaticFields {...props} />}
          <SwitchSetting {...props} field="plenumSensorAttached" />
          {plenumSensorAttached && (
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <NumberSetting {...props} field="fanOnSpeed" />
              <NumberSetting {...props} field="fanOffSpeed" />
            </SimpleGrid>
          )}
          <NumberSetting {...props} field="fanKw" description={t('settingsForm.fanKwHint')} />
        </>
      )}
    </div>
  );
}

/** Thresholds and limits for automatic control. */
function AutomaticFields(props: FieldsProps) {
  const { form, bin } = props;
  const { t } = useTranslation();
  const { fanOnThreshold, fanOffThreshold } = form.getValues();
  const { hasThresholdConflict, hasAmbientMoistureConflict } = findConflictingLimits(
    form.getValues(),
    bin.temperatureUnit,
  );
  const isThresholdMissing = fanOnThreshold.trim() === '' || fanOffThreshold.trim() === '';
  return (
    <>
      <Notice state="warning" title={t('fan.automaticTitle')} detail={t('fan.automaticDetail')} />
      <Notice
        state="watch"
        title={t('settingsForm.underGrain')}
        detail={t('settingsForm.underGrainDetail')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberSetting {...props} field="fanOnThreshold" />
        <NumberSetting {...props} field="fanOffThreshold" />
      </SimpleGrid>
      {isThresholdMissing && (
        <Notice
          state="warning"
          isAlert
          title={t('settingsForm.thresholdsEmpty')}
          detail={t('settingsForm.thresholdsEmptyDetail')}
        />
      )}
      {hasThresholdConflict && (
        <AutomationPausedNotice title={t('settingsForm.thresholdsCrossed')} />
      )}
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <NumberSetting {...props} field="minAmbientTemperature" />
        <NumberSetting {...props} field="minAmbientMoisture" />
        <NumberSetting {...props} field="maxAmbientMoisture" />
      </SimpleGrid>
      <Text c="dimmed">{t('settingsForm.emcHint')}</Text>
      {hasAmbientMoistureConflict && (
        <AutomationPausedNotice title={t('settingsForm.ambientCrossed')} />
      )}
    </>
  );
}

/** Explains why automatic control is paused although all values are set. */
function AutomationPausedNotice({ title }: { readonly title: string }) {
  const { t } = useTranslation();
  const detail = t('settingsForm.automaticPaused');
  return <Notice state="warning" isAlert title={title} detail={detail} />;
}
