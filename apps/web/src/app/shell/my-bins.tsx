import { findWorstState } from '@granary/domain/bins/state';
import { Button } from '@mantine/core';
import { IconChevronDown, IconCylinder } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../components/loading-blocks.tsx';
import { StateIcon } from '../../components/state/state-icon.tsx';
import type { State } from '../../components/state/states.ts';
import { allBinsQuery } from '../../features/bins/api/get-all-bins.ts';
import { binsMenuQuery } from '../../features/bins/api/get-bins-menu.ts';
import { getFindingsAt } from '../../features/bins/assess-bins.ts';
import { useNow } from '../../lib/clock.ts';
import { useFormat } from '../../lib/use-format.ts';
import classes from './side-menu.module.css';

export interface MyBinsProps {
  readonly isCollapsed: boolean;
  readonly onExpand: () => void;
}

/** The user's bins by name, each with the symbol of its state. */
export function MyBins({ isCollapsed, onExpand }: MyBinsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(true);
  const id = useId();
  const toggle = () => {
    if (isCollapsed) onExpand();
    setOpen(isCollapsed || !isOpen);
  };
  const isShown = isOpen && !isCollapsed;
  return (
    <>
      <button
        type="button"
        className={classes['entry']}
        aria-expanded={isShown}
        aria-controls={id}
        title={t('shell.menu.myBins')}
        onClick={toggle}
      >
        <IconCylinder size={20} aria-hidden />
        <span className={classes['label']}>{t('shell.menu.myBins')}</span>
        <IconChevronDown size={16} aria-hidden className={classes['arrow']} />
      </button>
      <div id={id} hidden={!isShown}>
        {isShown && <BinLinks />}
      </div>
    </>
  );
}

export function BinLinks() {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const menu = useQuery(binsMenuQuery);
  const states = useBinStates();
  const sortedBins = useMemo(() => {
    const collator = new Intl.Collator(locale, { numeric: true });
    return [...(menu.data ?? [])].sort((a, b) => collator.compare(a.name, b.name));
  }, [menu.data, locale]);
  if (menu.isPending) {
    return (
      <div className={classes['note']}>
        <LoadingBlocks count={3} height={36} />
      </div>
    );
  }
  // If a refetch fails, the last list stays visible.
  if (menu.data === undefined) return <LoadError onRetry={() => void menu.refetch()} />;
  if (menu.data.length === 0) return <p className={classes['note']}>{t('bins.none')}</p>;
  return (
    <ul className={classes['list']}>
      {sortedBins.map((bin) => {
        const state = states.get(bin.id);
        return (
          <li key={bin.id} className={classes['binItem']}>
            <Link
              to="/binsensor/$id"
              params={{ id: bin.id }}
              className={classes['bin'] ?? ''}
              activeProps={{ 'aria-current': 'page' }}
              activeOptions={{ includeSearch: false }}
            >
              <span className={classes['binName']}>{bin.name}</span>
              {state !== undefined && (
                <StateIcon state={state} size={16} label={t(`states.${state}`)} />
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function LoadError({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes['note']}>
      <p className={classes['failed']}>{t('shell.menu.binsFailed')}</p>
      <Button variant="default" fullWidth onClick={onRetry}>
        {t('errors.tryAgain')}
      </Button>
    </div>
  );
}

function useBinStates(): ReadonlyMap<number, State> {
  const { data } = useQuery(allBinsQuery);
  const now = useNow();
  return useMemo(
    () => new Map((data ?? []).map((bin) => [bin.id, findWorstState(getFindingsAt(bin, now))])),
    [data, now],
  );
}
