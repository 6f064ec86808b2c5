import type { SearchModel } from '@granary/contract/search/models';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { MAX_RESULTS, searchQuery } from '../../../features/search/api/search.ts';
import { SearchBox } from '../../../features/search/components/search-box.tsx';
import { SearchResults } from '../../../features/search/components/search-results.tsx';
import { useFormat } from '../../../lib/use-format.ts';

const route = getRouteApi('/shell/search');

/** The wait after the last key press before the search starts, ms. */
const DEBOUNCE_MS = 250;

/** Searches while the user types; the search is in the address, so that the back button restores it. */
export function SearchPage() {
  const { t } = useTranslation();
  const { model = 'bins', text: searchedText = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [text, setText] = useState(searchedText);
  const [debouncedText] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  useEffect(() => {
    void navigate({
      search: ({ text: _, ...previousSearch }) =>
        debouncedText === '' ? previousSearch : { ...previousSearch, text: debouncedText },
      replace: true,
    });
  }, [debouncedText, navigate]);
  return (
    <Page title={t('search.title')}>
      <SearchBox
        model={model}
        text={text}
        onChange={(nextModel, nextText) => {
          setText(nextText);
          if (nextModel !== model) {
            void navigate({
              search: (previousSearch) => ({ ...previousSearch, model: nextModel }),
              replace: true,
            });
          }
        }}
      />
      {debouncedText === '' ? (
        <Notice title={t('search.hint')} />
      ) : (
        <Results model={model} text={debouncedText} />
      )}
    </Page>
  );
}

interface ResultsProps {
  readonly model: SearchModel;
  readonly text: string;
}

function Results({ model, text }: ResultsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(searchQuery(model, text));
  return (
    <QueryContent
      query={query}
      loadingContent={<LoadingBlocks count={6} height={64} isGrid />}
      errorFallback={t('search.failed')}
    >
      {({ model, text, results }) => (
        <>
          <p role="status" style={{ margin: 0 }}>
            {results.length === 0
              ? t(`search.none.${model}`, { text })
              : results.length < MAX_RESULTS
                ? t('search.found', { count: results.length })
                : t('search.most', { count: format.number(MAX_RESULTS) })}
          </p>
          <SearchResults model={model} results={results} />
        </>
      )}
    </QueryContent>
  );
}
