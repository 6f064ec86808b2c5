import type { Bin } from '@granary/contract/bins/http';
import type { Finding } from '@granary/domain/bins/state';
import type { Millis } from '@granary/domain/units';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SensorCable } from '../../../bin-data/sensor-cables.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { grainRisksQuery } from '../api/get-grain-risks.ts';
import { buildGrainRiskRows } from '../grain-risk-rows.ts';
import { InsightIcon } from './insight-icon.tsx';
import classes from './insight-list.module.css';

export interface GrainRisksProps {
  readonly bin: Bin;
  readonly cables: readonly SensorCable[];
  readonly findings: readonly Finding[];
  readonly now: Millis;
}

/** Lists the risks to the grain in a bin and what to do about them; shown below the bin's insights. */
export function GrainRisks({ bin, cables, findings, now }: GrainRisksProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(grainRisksQuery(bin.id));
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorState
        error={query.error}
        title={t('risks.failed')}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <LoadingBlocks count={1} height={320} />
    );
  }
  const rows = buildGrainRiskRows(query.data, { bin, cables, findings, now, t, format });
  return (
    <section className={classes['box']} aria-labelledby="grain-risks">
      <h2 id="grain-risks" className={classes['title']}>
        {t('risks.title')}
      </h2>
      <ul className={classes['list']}>
        {rows.map((row) => (
          <li key={row.key} className={classes['row']}>
            <InsightIcon state={row.state} />
            <div className={classes['fact']}>
              <div className={classes['named']}>
                <h3 className={classes['name']}>{row.title}</h3>
                <span className={classes['value']}>{row.value}</span>
              </div>
              <p className={classes['text']}>{row.text}</p>
              {row.action !== '' && <p className={classes['action']}>{row.action}</p>}
              {row.source !== '' && <p className={classes['source']}>{row.source}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
