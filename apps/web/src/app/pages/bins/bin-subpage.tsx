import type { Bin } from '@granary/contract/bins/http';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBinCrop } from '../../../bin-data/format-crop.ts';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { BinEntryNotice } from '../../../features/alerts/components/bin-entry-notice.tsx';
import { binQuery } from '../../../features/bins/api/get-bin.ts';
import { OpenEntryNotice } from '../../../features/fans/components/open-entry-notice.tsx';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useBreadcrumbs } from '../use-breadcrumbs.tsx';
import { BinError } from './bin-error.tsx';

interface BinSubpageProps {
  /** Null if the address has no valid ID. */
  readonly id: number | null;
  readonly title: string;
  /** Waits for fresh data; for pages that edit it. */
  readonly needsFreshData?: boolean;
  readonly children: (bin: Bin) => ReactNode;
}

/** A page below a bin's page. */
export function BinSubpage({ id, ...props }: BinSubpageProps) {
  const { t } = useTranslation();
  if (id === null) {
    return (
      <Page title={props.title} hasBackButton>
        <Notice state="warning" isAlert title={t('bin.invalidId')} />
      </Page>
    );
  }
  // The key resets all state.
  return <LoadedSubpage key={id} id={id} {...props} />;
}

function LoadedSubpage(props: BinSubpageProps & { readonly id: number }) {
  const { id, title, needsFreshData = false, children } = props;
  const { t } = useTranslation();
  const toErrorMessage = useErrorMessage();
  const query = useQuery({
    ...binQuery(id),
    ...(needsFreshData && { refetchOnMount: 'always' as const }),
  });
  const bin = query.data;
  const crumbs = useBreadcrumbs(
    bin === undefined
      ? null
      : { ownerId: bin.ownerId, farm: { id: bin.farmId, name: bin.farm.name } },
  );
  const binCrumb = bin !== undefined && (
    <Link key="bin" to="/binsensor/$id" params={{ id }}>
      {bin.name}
    </Link>
  );
  return (
    <Page
      title={title}
      breadcrumbs={binCrumb === false ? crumbs : [...crumbs, binCrumb]}
      hasBackButton
      isNarrow
      {...(bin !== undefined && {
        meta: (
          <>
            <span>{bin.name}</span>
            <span>{formatBinCrop(bin.crop, t)}</span>
          </>
        ),
      })}
    >
      {bin !== undefined && (query.isFetchedAfterMount || !needsFreshData) ? (
        <BinEntryNotice binId={id}>
          <OpenEntryNotice bin={bin} />
          {children(bin)}
        </BinEntryNotice>
      ) : query.isError ? (
        <BinError
          error={query.error}
          title={t('editBin.loadError', { message: toErrorMessage(query.error) })}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <>
          <p role="status">{t('editBin.loading')}</p>
          <LoadingBlocks count={4} height={68} />
        </>
      )}
    </Page>
  );
}
