import type { PreviewedBin } from '@granary/contract/alerts/limits';
import type { AlertLimits } from '@granary/contract/bins/settings';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferredUnits } from '../../../bin-data/preferred-units.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { useApplyLimits, usePreviewLimits } from '../../../features/bins/limits/change-limits.ts';
import { LimitForm } from '../../../features/bins/limits/limit-form.tsx';
import {
  LimitOutcomeNotice,
  LimitPreviewList,
} from '../../../features/bins/limits/limit-preview.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';

/** Gives many bins the same alert limits: choose, see what changes, confirm. */
export function AlertLimitsPage() {
  const { t } = useTranslation();
  const unit = usePreferredUnits().temperature ?? 'c';
  const formatError = useErrorMessage();
  const preview = usePreviewLimits();
  const apply = useApplyLimits();
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<number>>(new Set());
  const showPreview = (limits: AlertLimits, search: string) => {
    apply.reset();
    setExcludedIds(new Set());
    preview.mutate({ limits, search });
  };
  const setExcluded = (id: number, isExcluded: boolean) => {
    const others = [...excludedIds].filter((other) => other !== id);
    setExcludedIds(new Set(isExcluded ? [...others, id] : others));
  };
  return (
    <Page
      title={t('alertLimits.title')}
      breadcrumbs={[
        <Link key="alerts" to="/alerts">
          {t('alerts.title')}
        </Link>,
      ]}
      meta={t('alertLimits.intro')}
    >
      <LimitForm
        unit={unit}
        isBusy={preview.isPending}
        onEdit={preview.reset}
        onPreview={showPreview}
      />
      {preview.isError && <Notice state="warning" isAlert title={formatError(preview.error)} />}
      {apply.data !== undefined && (
        <LimitOutcomeNotice outcome={apply.data} bins={apply.variables?.bins ?? []} />
      )}
      {preview.data !== undefined && (
        <>
          <LimitPreviewList
            preview={preview.data}
            unit={unit}
            excludedIds={excludedIds}
            onExclude={setExcluded}
          />
          <ApplyLimitsButton
            bins={preview.data.bins.filter(
              ({ id, hasCrossedLevels }) => !hasCrossedLevels && !excludedIds.has(id),
            )}
            isBusy={apply.isPending}
            error={apply.isError ? formatError(apply.error) : null}
            onApply={(bins) => {
              const { limits } = preview.variables ?? { limits: {} };
              // The bins have changed, so the preview is outdated.
              apply.mutate({ limits, bins }, { onSuccess: preview.reset });
            }}
          />
        </>
      )}
    </Page>
  );
}

interface ApplyLimitsProps {
  readonly bins: readonly PreviewedBin[];
  readonly isBusy: boolean;
  readonly error: string | null;
  readonly onApply: (bins: readonly PreviewedBin[]) => void;
}

/** The button that applies the limits to the bins after the user confirms. */
function ApplyLimitsButton({ bins, isBusy, error, onApply }: ApplyLimitsProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const [isConfirming, setConfirming] = useState(false);
  if (bins.length === 0) return null;
  const label = t('alertLimits.apply', { count: bins.length });
  return (
    <>
      <div>
        <Button onClick={() => setConfirming(true)} disabled={isOffline}>
          {label}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('alertLimits.confirmTitle')}
        text={t('alertLimits.confirmText', { count: bins.length })}
        confirmLabel={label}
        isBusy={isBusy}
        onConfirm={() => onApply(bins)}
        onCancel={() => setConfirming(false)}
      >
        {error !== null && <Notice state="warning" isAlert title={error} />}
      </ConfirmDialog>
    </>
  );
}
