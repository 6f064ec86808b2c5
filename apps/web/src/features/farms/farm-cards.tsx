import type { Farm } from '@granary/contract/farms/http';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './farm-cards.module.css';

/** One card a farm: what it is called, where it lies, how many bins stand there. */
export function FarmCards({ farms }: { readonly farms: readonly Farm[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const byName = [...farms].sort((a, b) => a.name.localeCompare(b.name, format.locale));
  return (
    <ul className={classes['cards']}>
      {byName.map((farm) => (
        <li key={farm.id} className={classes['card']}>
          <h2 className={classes['name']}>{farm.name}</h2>
          <dl className={classes['facts']}>
            <Fact label={t('farms.city')} value={farm.city} />
            <Fact label={t('farms.state')} value={farm.state} />
            <Fact label={t('farms.country')} value={farm.country} />
          </dl>
          <div className={classes['foot']}>
            <b>{t('farms.bins', { count: farm.binCount })}</b>
            <ButtonLink
              to="/binsensorlist/$farmId"
              params={{ farmId: farm.id }}
              variant="default"
              aria-label={t('details.viewOf', { name: farm.name })}
            >
              {t('details.view')}
            </ButtonLink>
          </div>
        </li>
      ))}
    </ul>
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
