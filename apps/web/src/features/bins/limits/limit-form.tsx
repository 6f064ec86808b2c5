import { MAX_BIN_SEARCH_LENGTH } from '@granary/contract/alerts/limits';
import { type AlertLimits, alertLimitNames } from '@granary/contract/bins/settings';
import type { TemperatureUnit } from '@granary/domain/units';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { getUnitSymbol } from '../../../lib/format.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useFormatProblem } from '../settings/components/use-settings-form.ts';
import type { SettingProblem } from '../settings/validate-settings.ts';
import {
  type LimitName,
  type LimitValue,
  limitChoices,
  NO_LIMIT_CHANGES,
  parseLimits,
} from './limit-values.ts';
import classes from './limits.module.css';

export interface LimitFormProps {
  readonly unit: TemperatureUnit;
  readonly isBusy: boolean;
  /** Called when the form is edited, which makes its preview outdated. */
  readonly onEdit: () => void;
  readonly onPreview: (limits: AlertLimits, search: string) => void;
}

/** A form for a set of alert limits and a search for the bins to apply them to. */
export function LimitForm({ unit, isBusy, onEdit, onPreview }: LimitFormProps) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const isOffline = useLiveState().kind === 'offline';
  const [values, setValues] = useState(NO_LIMIT_CHANGES);
  const [search, setSearch] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const { limits, problems } = parseLimits(values, { unit, locale });
  const isNothingChosen = alertLimitNames.every((name) => values[name].choice === 'keep');
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        const [firstInvalidName] = alertLimitNames.filter((name) => problems[name] !== undefined);
        if (firstInvalidName !== undefined)
          document.getElementById(`limit-${firstInvalidName}`)?.focus();
        else if (!isNothingChosen) onPreview(limits, search);
      }}
    >
      {isSubmitted && isNothingChosen && (
        <Notice state="warning" isAlert title={t('alertLimits.nothingChosen')} />
      )}
      <div className={classes['limits']}>
        {alertLimitNames.map((name) => (
          <LimitField
            key={name}
            name={name}
            value={values[name]}
            unit={unit}
            problem={isSubmitted ? problems[name] : undefined}
            onChange={(value) => {
              setValues({ ...values, [name]: value });
              onEdit();
            }}
          />
        ))}
      </div>
      <TextInput
        label={t('alertLimits.search')}
        description={t('alertLimits.searchHint')}
        maxLength={MAX_BIN_SEARCH_LENGTH}
        autoComplete="off"
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value);
          onEdit();
        }}
      />
      <div>
        <Button type="submit" loading={isBusy} disabled={isOffline}>
          {t('alertLimits.preview')}
        </Button>
      </div>
    </form>
  );
}

interface LimitFieldProps {
  readonly name: LimitName;
  readonly value: LimitValue;
  readonly unit: TemperatureUnit;
  readonly problem: SettingProblem | undefined;
  readonly onChange: (value: LimitValue) => void;
}

function LimitField({ name, value, unit, problem, onChange }: LimitFieldProps) {
  const { t } = useTranslation();
  const formatProblem = useFormatProblem();
  const unitText = useLimitUnit(unit)(name);
  const label = t(`settingsForm.fields.${name}`);
  return (
    <div className={classes['limit']}>
      <NativeSelect
        label={label}
        description={t(`settingsForm.alertHints.${name}`)}
        data={limitChoices.map((choice) => ({
          value: choice,
          label: t(`alertLimits.choices.${choice}`),
        }))}
        value={value.choice}
        onChange={({ currentTarget }) => {
          const choice = limitChoices.find((limitChoice) => limitChoice === currentTarget.value);
          if (choice !== undefined) onChange({ ...value, choice });
        }}
      />
      {value.choice === 'on' && (
        <TextInput
          id={`limit-${name}`}
          aria-label={`${label}, ${unitText}`}
          // Decimal keyboards on phones often have no minus key.
          inputMode="text"
          autoComplete="off"
          rightSection={<span className={classes['unit']}>{unitText}</span>}
          rightSectionWidth={`${unitText.length + 2}ch`}
          rightSectionPointerEvents="none"
          error={problem === undefined ? undefined : formatProblem(problem)}
          value={value.text}
          onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
        />
      )}
    </div>
  );
}

/** Returns a function that formats the unit of a limit. */
function useLimitUnit(unit: TemperatureUnit): (name: LimitName) => string {
  const { t } = useTranslation();
  return (name) => {
    switch (name) {
      case 'temperatureAlertC':
      case 'differenceAlertC':
        return getUnitSymbol(unit);
      case 'co2Alert':
        return t('units.signs.ppm');
      case 'silenceAlertHours':
        return t('settingsForm.hours');
      case 'minLevelAlert':
      case 'maxLevelAlert':
        return '%';
    }
  };
}
