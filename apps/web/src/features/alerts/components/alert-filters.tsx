import { alertStates, MAX_ALERT_SEARCH_LENGTH } from '@granary/contract/alerts/filters';
import { alertRules } from '@granary/domain/alerts/alert';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertFilters } from '../api/get-alerts.ts';
import classes from './alert-row.module.css';

export interface AlertFilterFieldsProps {
  readonly filters: AlertFilters;
  readonly onFilter: (filters: AlertFilters) => void;
}

/** Filters alerts by state, rule and search text; the farm and the bin come from the URL. */
export function AlertFilterFields({ filters, onFilter }: AlertFilterFieldsProps) {
  const { t } = useTranslation();
  const { state = 'open', rule, farm, bin, ...others } = filters;
  const change = (name: keyof AlertFilters, value: AlertFilters[typeof name]) => {
    const { [name]: _, ...otherFilters } = filters;
    onFilter(value === undefined ? otherFilters : { ...otherFilters, [name]: value });
  };
  return (
    <div className={classes['filters']}>
      <NativeSelect
        label={t('alerts.state')}
        data={alertStates.map((value) => ({ value, label: t(`alerts.states.${value}`) }))}
        value={state}
        onChange={({ currentTarget }) => {
          const newState = alertStates.find((alertState) => alertState === currentTarget.value);
          change('state', newState === 'open' ? undefined : newState);
        }}
      />
      <NativeSelect
        label={t('alerts.rule')}
        data={[
          { value: '', label: t('alerts.allRules') },
          ...alertRules.map((value) => ({ value, label: t(`alerts.rules.${value}`) })),
        ]}
        value={rule ?? ''}
        onChange={({ currentTarget }) =>
          change(
            'rule',
            alertRules.find((alertRule) => alertRule === currentTarget.value),
          )
        }
      />
      <AlertSearch
        key={others.search ?? ''}
        search={others.search ?? ''}
        onSearch={(text) => change('search', text === '' ? undefined : text)}
      />
      {(farm !== undefined || bin !== undefined) && (
        <Button
          variant="default"
          onClick={() => {
            const { farm: _farm, bin: _bin, ...otherFilters } = filters;
            onFilter(otherFilters);
          }}
        >
          {t('alerts.allBins')}
        </Button>
      )}
    </div>
  );
}

interface AlertSearchProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** Searches alerts when Enter is pressed or the field loses focus. */
function AlertSearch({ search, onSearch }: AlertSearchProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(search);
  const submitSearch = () => {
    if (text.trim() !== search) onSearch(text.trim());
  };
  return (
    <form
      data-screen-only
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        submitSearch();
      }}
    >
      <TextInput
        type="search"
        label={t('alerts.search')}
        placeholder={t('alerts.searchHint')}
        maxLength={MAX_ALERT_SEARCH_LENGTH}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={submitSearch}
      />
    </form>
  );
}
