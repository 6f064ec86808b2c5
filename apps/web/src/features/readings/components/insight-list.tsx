import { useTranslation } from 'react-i18next';
import type { InsightRow } from '../insight-rows.ts';
import { InsightIcon } from './insight-icon.tsx';
import classes from './insight-list.module.css';

export function InsightList({ rows }: { readonly rows: readonly InsightRow[] }) {
  const { t } = useTranslation();
  return (
    <section className={classes['box']} aria-labelledby="insights">
      <h2 id="insights" className={classes['title']}>
        {t('insights.title')}
      </h2>
      {rows.length === 0 && <p className={classes['text']}>{t('insights.none')}</p>}
      <ul className={classes['list']}>
        {rows.map((row) => (
          <li key={row.key} className={classes['row']}>
            <InsightIcon state={row.state} />
            <div>
              <h3 className={classes['name']}>{row.title}</h3>
              <p className={classes['text']}>{row.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
