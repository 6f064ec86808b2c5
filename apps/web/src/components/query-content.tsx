import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from './error-state.tsx';
import { Notice } from './notice.tsx';
import { isUnreachable, UnreachableNotice } from './unreachable-notice.tsx';

export interface QueryContentProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly loadingContent: ReactNode;
  /** See ErrorState. */
  readonly errorFallback?: string;
  /** See ErrorState. */
  readonly errorTitle?: string;
  readonly children: (data: Data) => ReactNode;
}

/** Shows a query's data, or a placeholder or the error until there is data. */
export function QueryContent<Data>(props: QueryContentProps<Data>) {
  const { query, loadingContent, errorFallback, errorTitle, children } = props;
  const { t } = useTranslation();
  const texts = {
    ...(errorFallback !== undefined && { fallback: errorFallback }),
    ...(errorTitle !== undefined && { title: errorTitle }),
  };
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    if (isUnreachable(query.error)) return <UnreachableNotice error={query.error} />;
    if (query.isError) return <ErrorState error={query.error} onRetry={retry} {...texts} />;
    return loadingContent;
  }
  return (
    <>
      {query.isRefetchError && <Notice state="no-data" title={t('errors.notRefreshed')} />}
      {children(query.data)}
    </>
  );
}
