import { StateIcon } from '../../../components/state/state-icon.tsx';
import type { InfoCard } from '../info-cards.ts';
import classes from './info-card-grid.module.css';

export function InfoCardGrid({ cards }: { readonly cards: readonly InfoCard[] }) {
  return (
    <dl className={classes['grid']}>
      {cards.map((card) => (
        <div key={card.key} className={classes['card']}>
          <dt>{card.label}</dt>
          <dd>
            <span className={classes['value']}>
              {card.value}
              <small>{card.unit}</small>
            </span>
            {card.explanation !== '' && (
              <span className={classes['explanation']} data-above-limit={card.isAboveLimit}>
                {card.isAboveLimit && <StateIcon state="watch" size={14} />}
                {card.explanation}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
