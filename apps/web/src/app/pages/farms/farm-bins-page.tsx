import type { Farm } from '@granary/contract/farms/http';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMap2, IconPlus, IconPropeller, IconReportAnalytics } from '@tabler/icons-react';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { lazy, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { LiveIndicator } from '../../../components/live-indicator.tsx';
import { LoadWhenOpen } from '../../../components/load-when-open.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import type { AssessedBin } from '../../../features/bins/assess-bins.ts';
import { BinActions } from '../../../features/bins/components/bin-actions.tsx';
import { BinTable } from '../../../features/bins/components/bin-table.tsx';
import type { FanSystemProps } from '../../../features/fans/components/fan-system.tsx';
import { GrainTotalsBox } from '../../../features/inventory/components/grain-totals.tsx';
import { useNow } from '../../../lib/clock.ts';
import { getFocusedControl } from '../../../lib/focused-control.ts';
import { useCan } from '../../../lib/use-can.ts';
import { NotFoundInShell } from '../error-pages.tsx';
import { useBreadcrumbs } from '../use-breadcrumbs.tsx';
import classes from './farm-bins-page.module.css';
import { FarmMapSection } from './farm-map-section.tsx';
import { useFarm } from './use-farm.ts';

const route = getRouteApi('/shell/binsensorlist/$farmId');

const FanSystem = lazy(async () => ({
  default: (await import('../../../features/fans/components/fan-system.tsx')).FanSystem,
}));
const DeleteBinDialog = lazy(async () => ({
  default: (await import('../../../features/bins/components/delete-bin-dialog.tsx'))
    .DeleteBinDialog,
}));

export function FarmBinsPage() {
  const { farmId } = route.useParams();
  return farmId === null ? <NotFoundInShell /> : <FarmBins key={farmId} farmId={farmId} />;
}

/** The bins of one farm as a list and on the map. */
function FarmBins({ farmId }: { readonly farmId: number }) {
  const { t } = useTranslation();
  const { userId } = useLocation().state;
  const { farm, binsQuery, bins } = useFarm(farmId);
  const ownerId = farm.data?.ownerId ?? userId;
  const crumbs = useBreadcrumbs(ownerId === undefined ? null : { ownerId, farm: null });
  return (
    <Page
      title={farm.data?.name ?? t('farms.farm')}
      breadcrumbs={crumbs}
      hasBackButton
      meta={
        <>
          {farm.data && (
            <span>
              {formatPlaceAndCount(farm.data, t('farms.bins', toCountOptions(farm.data)))}
            </span>
          )}
          <LiveIndicator />
        </>
      }
      actions={farm.data && <FarmActions farm={farm.data} bins={binsQuery.data} />}
    >
      <QueryContent
        query={binsQuery}
        // The farm's buttons appear first and would push the placeholders down.
        loadingContent={farm.data ? <LoadingBlocks count={6} height={56} /> : <div data-loading />}
        errorFallback={t('farms.failed')}
      >
        {() => (
          <div className={classes['farm']}>
            {bins.length > 0 && (
              <div className={classes['grain']}>
                <GrainTotalsBox bins={bins} />
              </div>
            )}
            <BinList bins={bins} name={farm.data?.name ?? t('farms.farm')} />
            <div data-screen-only className={classes['map']}>
              <QueryContent
                query={farm}
                loadingContent={<div data-loading />}
                errorFallback={t('farms.failed')}
              >
                {(loadedFarm) => <FarmMapSection farm={loadedFarm} bins={bins} />}
              </QueryContent>
            </div>
          </div>
        )}
      </QueryContent>
    </Page>
  );
}

const toCountOptions = ({ binCount }: Farm) => ({ count: binCount });

function formatPlaceAndCount({ city, state }: Farm, count: string): string {
  const place = [city, state].filter(Boolean).join(', ');
  return [place, count].filter(Boolean).join(' · ');
}

interface FarmActionsProps extends Omit<FanControllersProps, 'farmId'> {
  readonly farm: Farm;
}

function FarmActions({ farm, bins }: FarmActionsProps) {
  const { t } = useTranslation();
  const canInstall = useCan('bin.install');
  const canEdit = useCan('farm.write');
  const params = { farmId: farm.id };
  return (
    <div className={classes['actions']}>
      {canInstall && (
        <ButtonLink
          leftSection={<IconPlus size={18} aria-hidden />}
          to="/addBinSensor/$farmId"
          params={params}
          state={{ userId: farm.ownerId }}
        >
          {t('addBin.open')}
        </ButtonLink>
      )}
      <FanControllers farmId={farm.id} bins={bins} />
      <ButtonLink
        variant="default"
        leftSection={<IconMap2 size={18} aria-hidden />}
        to="/binsensormap/$farmId"
        params={params}
      >
        {t('map.open')}
      </ButtonLink>
      <ButtonLink
        variant="default"
        leftSection={<IconReportAnalytics size={18} aria-hidden />}
        to="/farmreport/$farmId"
        params={params}
      >
        {t('report.open')}
      </ButtonLink>
      {canEdit && (
        <ButtonLink variant="default" to="/editfarm/$farmId" params={params}>
          {t('farms.edit')}
        </ButtonLink>
      )}
    </div>
  );
}

interface FanControllersProps {
  readonly farmId: number;
  /** Undefined while the bins load. */
  readonly bins: FanSystemProps['bins'] | undefined;
}

/** Has its own state, so that opening the dialog does not re-render the bins and the map. */
function FanControllers({ farmId, bins }: FanControllersProps) {
  const { t } = useTranslation();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPropeller size={18} aria-hidden />}
        disabled={bins === undefined}
        onClick={dialog.open}
      >
        {t('fanSystem.open')}
      </Button>
      {bins && (
        <LoadWhenOpen isOpen={isOpen}>
          {(isDialogOpen) => (
            <FanSystem farmId={farmId} bins={bins} isOpen={isDialogOpen} onClose={dialog.close} />
          )}
        </LoadWhenOpen>
      )}
    </>
  );
}

/** The bin to delete, and the button that opened its menu. */
interface Deletion {
  readonly bin: AssessedBin['bin'];
  readonly opener: HTMLElement | null;
}

/** The bins as rows, or as cards where there is little room beside the map. */
function BinList({ bins, name }: { readonly bins: readonly AssessedBin[]; readonly name: string }) {
  const { t } = useTranslation();
  const now = useNow();
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const canInstall = useCan('bin.install');
  const renderActions = useCallback(
    ({ bin }: AssessedBin) => (
      <BinActions
        bin={bin}
        {...(canInstall && { onDelete: () => setDeletion({ bin, opener: getFocusedControl() }) })}
      />
    ),
    [canInstall],
  );
  return (
    <div>
      {bins.length === 0 ? (
        <Notice
          title={t('bins.none')}
          detail={t(canInstall ? 'bins.noneDetailStaff' : 'bins.noneDetail')}
        />
      ) : (
        <BinTable bins={bins} now={now} label={name} renderActions={renderActions} />
      )}
      <LoadWhenOpen isOpen={deletion !== null}>
        {() =>
          deletion !== null && <DeleteBinDialog {...deletion} onClose={() => setDeletion(null)} />
        }
      </LoadWhenOpen>
    </div>
  );
}
