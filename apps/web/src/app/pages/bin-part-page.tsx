import type { Bin } from '@granary/contract/bins/http';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/error-state.tsx';
import { LoadingBlocks } from '../../components/loading-blocks.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { binDetails } from '../../features/bins/get-bin.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useErrorSentence } from '../../lib/use-error-sentence.ts';
import { useCrumbs } from './use-crumbs.tsx';

interface BinPartPageProps {
  /** Null where the address names none. */
  readonly id: number | null;
  readonly title: string;
  readonly children: (bin: Bin) => ReactNode;
}

/** A page below that of a bin, as it stands now. */
export function BinPartPage({ id, title, children }: BinPartPageProps) {
  const { t } = useTranslation();
  if (id === null) {
    return (
      <Page title={title} hasBack>
        <Notice state="warn" isAlert title={t('bin.invalidId')} />
      </Page>
    );
  }
  // Another bin starts anew.
  return (
    <PartOf key={id} id={id} title={title}>
      {children}
    </PartOf>
  );
}

function PartOf({ id, title, children }: BinPartPageProps & { readonly id: number }) {
  const { t } = useTranslation();
  const query = useQuery({ ...binDetails(id), refetchOnMount: 'always' });
  const bin = query.data;
  const crumbs = useCrumbs(
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
      crumbs={binCrumb === false ? crumbs : [...crumbs, binCrumb]}
      hasBack
      isNarrow
      {...(bin !== undefined && { meta: bin.name })}
    >
      {bin !== undefined && query.isFetchedAfterMount ? (
        children(bin)
      ) : query.isError ? (
        <PartError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <p role="status">{t('editBin.loading')}</p>
          <LoadingBlocks count={4} height={68} />
        </>
      )}
    </Page>
  );
}

function PartError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const sentence = useErrorSentence();
  if (error instanceof ApiError && error.status === 403) {
    return <Notice state="warn" isAlert title={t('bin.accessDenied')} />;
  }
  const title = t('editBin.loadError', { message: sentence(error) });
  return <ErrorState error={error} title={title} onRetry={onRetry} />;
}
