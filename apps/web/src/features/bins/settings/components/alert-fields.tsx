import { alertSwitches, riskSwitches } from '@granary/contract/bins/settings';
import {
  CRITICAL_HOT_SPOT_FROM,
  estimateFalseAlerts,
} from '@granary/domain/alerts/hot-spot-limits';
import { riskKinds } from '@granary/domain/insights/risk-reasons';
import { Switch } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../components/notice.tsx';
import { useFormat } from '../../../../lib/use-format.ts';
import { parseNumberField } from '../number-fields.ts';
import { type FieldsProps, NumberSetting } from './setting-inputs.tsx';
import classes from './settings.module.css';

const limitFields = [
  'temperatureAlertC',
  'co2Alert',
  'differenceAlertC',
  'silenceAlertHours',
  'minLevelAlert',
  'maxLevelAlert',
] as const;

/** A bin's alerts, each with a limit while its switch is on, and switches for its risks. */
export function AlertFields(props: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes['alertNotice']}>
        <Notice
          title={t('settingsForm.alertDeliveryTitle')}
          detail={t('settingsForm.alertDeliveryDetail')}
        />
      </div>
      {limitFields.map((field) => (
        <AlertRow key={field} {...props} field={field} />
      ))}
      {riskKinds.map((kind) => (
        <RiskRow key={kind} {...props} field={riskSwitches[kind]} />
      ))}
    </>
  );
}

interface AlertRowProps extends FieldsProps {
  readonly field: (typeof limitFields)[number];
}

function AlertRow({ field, ...props }: AlertRowProps) {
  const { form, bin, canChange } = props;
  const { t } = useTranslation();
  const id = useId();
  const isOn = form.getValues()[alertSwitches[field]];
  const showsFalseAlerts = isOn && field === 'differenceAlertC';
  return (
    <div className={classes['alert']}>
      <div className={classes['alertText']}>
        <p className={classes['alertName']} id={`${id}-name`}>
          {t(`settingsForm.fields.${field}`)}
        </p>
        <p className={classes['hint']} id={`${id}-hint`}>
          {t(`settingsForm.alertHints.${field}`)}
        </p>
        {showsFalseAlerts && <FalseAlerts form={form} bin={bin} id={`${id}-false`} />}
      </div>
      <div className={classes['alertValue']}>
        {isOn ? (
          <NumberSetting
            {...props}
            field={field}
            hasVisibleLabel
            {...(showsFalseAlerts && { describedBy: `${id}-false` })}
          />
        ) : (
          <span className={classes['hint']}>{t('alertLimits.choices.off')}</span>
        )}
      </div>
      <Switch
        className={classes['alertSwitch'] ?? ''}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-hint`}
        disabled={!canChange(alertSwitches[field])}
        {...form.getInputProps(alertSwitches[field], { type: 'checkbox' })}
      />
    </div>
  );
}

interface FalseAlertsProps extends Pick<FieldsProps, 'form' | 'bin'> {
  readonly id: string;
}

/**
 * Shows how many false alerts to expect with the entered limit, and whether the alert would be only a
 * warning.
 */
function FalseAlerts({ form, bin, id }: FalseAlertsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { differenceAlertC: text, locale } = form.getValues();
  const limit = parseNumberField('differenceAlertC', text, { unit: bin.temperatureUnit, locale });
  if (limit.kind !== 'number' || limit.value === 0) return null;
  const alerts = format.number(estimateFalseAlerts(limit.value), 1);
  const isWarning = limit.value < CRITICAL_HOT_SPOT_FROM;
  return (
    <p className={classes['hint']} id={id}>
      {t('settingsForm.falseAlerts', { alerts })}
      {isWarning &&
        ` ${t('settingsForm.falseAlertsWarning', {
          limit: format.difference(CRITICAL_HOT_SPOT_FROM, bin.temperatureUnit),
        })}`}
    </p>
  );
}

interface RiskRowProps extends FieldsProps {
  readonly field: (typeof riskSwitches)[keyof typeof riskSwitches];
}

/** A switch for a risk; its limits are fixed. */
function RiskRow({ form, canChange, field }: RiskRowProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={classes['alert']}>
      <div className={classes['alertText']}>
        <p className={classes['alertName']} id={`${id}-name`}>
          {t(`settingsForm.fields.${field}`)}
        </p>
        <p className={classes['hint']} id={`${id}-hint`}>
          {t(`settingsForm.riskHints.${field}`)}
        </p>
      </div>
      <div className={classes['alertValue']}>
        <span className={classes['hint']}>
          {t(`settingsForm.${form.getValues()[field] ? 'on' : 'off'}`)}
        </span>
      </div>
      <Switch
        className={classes['alertSwitch'] ?? ''}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-hint`}
        disabled={!canChange(field)}
        {...form.getInputProps(field, { type: 'checkbox' })}
      />
    </div>
  );
}
