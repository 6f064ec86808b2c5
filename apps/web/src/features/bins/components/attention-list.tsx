import { getFindingState } from '@granary/domain/bins/state';
import type { Millis } from '@granary/domain/units';
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeBinFinding } from '../../../bin-data/describe-finding.ts';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import { useIsPrinting } from '../../../lib/printing.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { type AssessedBin, type BinFinding, listFindings } from '../assess-bins.ts';
import classes from './attention-list.module.css';

export interface AttentionListProps {
  readonly bins: readonly AssessedBin[];
  readonly now: Millis;
}

/** Rows shown before the list is expanded. */
const COLLAPSED_ROWS = 6;

/** Lists the findings of all bins, worst first; one line if there are none. */
export function AttentionList({ bins, now }: AttentionListProps) {
  const { t } = useTranslation();
  const [isExpanded, setExpanded] = useState(false);
  const isPrinting = useIsPrinting();
  const rows = useMemo(() => listFindings(bins), [bins]);
  if (rows.length === 0) {
    return (
      <p className={classes['empty']}>
        <StateIcon state="ok" size={20} />
        {t('attention.noProblems', { count: bins.length })}
      </p>
    );
  }
  const visibleRows = isExpanded || isPrinting ? rows : rows.slice(0, COLLAPSED_ROWS);
  return (
    <section className={classes['box']} aria-label={t('attention.title')}>
      <ul className={classes['list']}>
        {visibleRows.map((row) => (
          <Row key={row.key} assessedBin={row.assessedBin} finding={row.finding} now={now} />
        ))}
      </ul>
      {rows.length > COLLAPSED_ROWS && (
        <Button
          variant="subtle"
          color="ink"
          fullWidth
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? t('attention.fewer') : t('attention.all', { count: rows.length })}
        </Button>
      )}
    </section>
  );
}

function Row({ assessedBin, finding, now }: Omit<BinFinding, 'key'> & { readonly now: Millis }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { bin } = assessedBin;
  const state = getFindingState(finding);
  const text = describeBinFinding(bin, finding, { t, format, now });
  return (
    <li className={classes['row']} data-fill={state === 'critical' ? 'critical' : undefined}>
      <StateIcon
        state={state}
        size={24}
        isInverted={state === 'critical'}
        label={t(`states.${state}`)}
      />
      <span className={classes['header']}>
        <Link to="/binsensor/$id" params={{ id: bin.id }} className={classes['bin'] ?? ''}>
          {bin.name}
        </Link>
        <span className={classes['finding']} data-state={state}>
          {text.title}
        </span>
      </span>
      <span className={classes['detail']}>
        {text.detail}
        {text.response !== '' && <span className={classes['response']}>{text.response}</span>}
      </span>
      <span className={classes['since']}>{text.since}</span>
      <IconChevronRight size={20} aria-hidden className={classes['chevron']} />
    </li>
  );
}
