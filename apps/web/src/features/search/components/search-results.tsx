import type { SearchResult } from '@granary/contract/search/http';
import type { SearchModel } from '@granary/contract/search/models';
import { canHaveCustomers } from '@granary/domain/access/roles';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import list from '../../../components/card-list.module.css';
import classes from './search.module.css';

export interface SearchResultsProps {
  readonly model: SearchModel;
  readonly results: readonly SearchResult[];
}

/** One linked card per result. */
export function SearchResults({ model, results }: SearchResultsProps) {
  return (
    <ul className={list['cards']}>
      {results.map((result) => (
        <li key={result.id}>{cards[model](result)}</li>
      ))}
    </ul>
  );
}

const cards: Readonly<Record<SearchModel, (result: SearchResult) => ReactNode>> = {
  bins: (bin) => (
    <Link to="/binsensor/$id" params={{ id: bin.id }} className={classes['card'] ?? ''}>
      <BinResult bin={bin} />
    </Link>
  ),
  farms: (farm) => (
    <Link
      to="/binsensorlist/$farmId"
      params={{ farmId: farm.id }}
      className={classes['card'] ?? ''}
    >
      <ResultText title={farm.farmName ?? ''} lines={[farm.personName, formatPlace(farm)]} />
    </Link>
  ),
  users: (user) => <UserResult user={user} />,
};

/** Distributors own no farms, so their result links to their list of customers. */
function UserResult({ user }: { readonly user: SearchResult }) {
  const { t } = useTranslation();
  const email = user.email ?? '';
  const place = formatPlace(user);
  const renderText = (lines: readonly string[]) => (
    <ResultText title={user.personName} lines={lines} />
  );
  return user.role !== null && canHaveCustomers(user.role) ? (
    <Link
      to="/distributors/$distributorId/users"
      params={{ distributorId: user.id }}
      state={{ name: user.personName }}
      className={classes['card'] ?? ''}
    >
      {renderText([t(`roles.${user.role}`), email, place])}
    </Link>
  ) : (
    <Link to="/farmlist/$userId" params={{ userId: user.id }} className={classes['card'] ?? ''}>
      {renderText([email, place])}
    </Link>
  );
}

function BinResult({ bin }: { readonly bin: SearchResult }) {
  const { t } = useTranslation();
  const location = [bin.farmName ?? '', bin.personName].filter(Boolean).join(', ');
  return (
    <ResultText
      title={bin.binName ?? ''}
      lines={[location, t('search.board', { id: bin.mainBoardId ?? '' })]}
    />
  );
}

function ResultText({
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly string[];
}) {
  return (
    <>
      <span className={classes['content']}>
        <span className={classes['title']}>{title}</span>
        {lines
          .filter((line) => line !== '')
          .map((line) => (
            <span key={line} className={classes['line']}>
              {line}
            </span>
          ))}
      </span>
      <IconChevronRight size={20} aria-hidden className={classes['chevron']} />
    </>
  );
}

function formatPlace({ city, state }: SearchResult): string {
  return [city, state].filter(Boolean).join(', ');
}
