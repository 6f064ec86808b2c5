import { alertStates } from '@granary/contract/alerts/http';
import { alertRules } from '@granary/domain/alerts/alert';
import { Button, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AlertFilters } from '../api/get-alerts.ts';
import classes from './alert-row.module.css';

export interface AlertFilterFieldsProps {
  readonly filters: AlertFilters;
  readonly onFilter: (filters: AlertFilters) => void;
}

/** Filters alerts by whether they are open, and by rule; a farm or a bin comes with the address. */
export function AlertFilterFields({ filters, onFilter }: AlertFilterFieldsProps) {
  const { t } = useTranslation();
  const { state = 'open', rule, ...place } = filters;
  const toState = (value: string): Pick<AlertFilters, 'state'> => {
    const known = alertStates.find((one) => one === value);
    return known === undefined || known === 'open' ? {} : { state: known };
  };
  const toRule = (value: string): Pick<AlertFilters, 'rule'> => {
    const known = alertRules.find((one) => one === value);
    return known === undefined ? {} : { rule: known };
  };
  return (
    <div className={classes['filters']}>
      <NativeSelect
        label={t('alerts.state')}
        data={alertStates.map((value) => ({ value, label: t(`alerts.states.${value}`) }))}
        value={state}
        onChange={({ currentTarget }) =>
          onFilter({ ...place, ...toRule(rule ?? ''), ...toState(currentTarget.value) })
        }
      />
      <NativeSelect
        label={t('alerts.rule')}
        data={[
          { value: '', label: t('alerts.allRules') },
          ...alertRules.map((value) => ({ value, label: t(`alerts.rules.${value}`) })),
        ]}
        value={rule ?? ''}
        onChange={({ currentTarget }) =>
          onFilter({ ...place, ...toState(state), ...toRule(currentTarget.value) })
        }
      />
      {Object.keys(place).length > 0 && (
        <Button
          variant="default"
          onClick={() => onFilter({ ...toState(state), ...toRule(rule ?? '') })}
        >
          {t('alerts.allBins')}
        </Button>
      )}
    </div>
  );
}
