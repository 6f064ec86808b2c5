import type { FarmState } from '@granary/contract/bins/states';
import type { Farm } from '@granary/contract/farms/http';
import { findWorstStateInCounts } from '@granary/domain/bins/state';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDescribeWorstFinding, WorstFinding } from '../../../bin-data/worst-finding.tsx';
import { ButtonLink } from '../../../components/button-link.tsx';
import cards from '../../../components/card-list.module.css';
import { StateBadge } from '../../../components/state/state-badge.tsx';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import classes from './farm-cards.module.css';

export interface FarmCardsProps {
  readonly farms: readonly Farm[];
  /** The bin states loaded so far. */
  readonly states: readonly FarmState[];
  /** Absent if the user cannot delete farms. */
  readonly onDelete?: (farm: Farm) => void;
}

/** One card per farm: name, location, number of bins and worst finding. */
export function FarmCards({ farms, states, onDelete }: FarmCardsProps) {
  const canEdit = useCan('farm.write');
  const { t } = useTranslation();
  const format = useFormat();
  const sortedFarms = [...farms].sort((a, b) => a.name.localeCompare(b.name, format.locale));
  return (
    <ul className={`${cards['cards']} ${classes['wide']}`}>
      {sortedFarms.map((farm) => (
        <li key={farm.id} className={cards['card']}>
          <div className={classes['header']}>
            <h2 className={cards['name']}>{farm.name}</h2>
            <b>{t('farms.bins', { count: farm.binCount })}</b>
          </div>
          <FarmStatus state={states.find(({ farmId }) => farmId === farm.id)} />
          <dl className={classes['facts']}>
            <Fact label={t('farms.city')} value={farm.city} />
            <Fact label={t('farms.state')} value={farm.state} />
            <Fact label={t('farms.country')} value={farm.country} />
          </dl>
          <div className={cards['actions']}>
            <ButtonLink
              to="/binsensorlist/$farmId"
              params={{ farmId: farm.id }}
              state={{ userId: farm.ownerId }}
              variant="default"
              aria-label={t('details.viewOf', { name: farm.name })}
            >
              {t('details.view')}
            </ButtonLink>
            {canEdit && (
              <ButtonLink
                to="/editfarm/$farmId"
                params={{ farmId: farm.id }}
                variant="default"
                aria-label={t('farms.editOf', { name: farm.name })}
              >
                {t('farms.edit')}
              </ButtonLink>
            )}
            {onDelete !== undefined && (
              <Button
                variant="default"
                aria-label={t('farms.deleteOf', { name: farm.name })}
                onClick={() => onDelete(farm)}
              >
                {t('farms.delete')}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The worst state among a farm's bins, with its finding. */
function FarmStatus({ state }: { readonly state: FarmState | undefined }) {
  const { t } = useTranslation();
  const formatWorst = useDescribeWorstFinding();
  const worstState = state && findWorstStateInCounts(state.counts);
  if (!state || !worstState) return null;
  const worstText = state.worst && formatWorst(state.worst);
  return (
    <div className={classes['status']}>
      <StateBadge state={worstState} label={t(`states.${worstState}`)} />
      {state.worst !== null && worstText !== null && (
        <div className={classes['finding']}>
          <WorstFinding worst={state.worst} text={worstText} />
          <span className={classes['since']}>{worstText.since}</span>
        </div>
      )}
    </div>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  if (value === '') return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
