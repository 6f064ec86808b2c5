import { fullName } from '@granary/domain/accounts/full-name';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { userQuery } from '../../../features/accounts/api/get-user.ts';
import { notesQuery } from '../../../features/accounts/api/notes.ts';
import { NotesForm } from '../../../features/accounts/components/notes-form.tsx';
import { NotFoundInShell } from '../error-pages.tsx';
import { useBreadcrumbs } from '../use-breadcrumbs.tsx';

const route = getRouteApi('/shell/notes/$userId');

export function NotesPage() {
  const { userId } = route.useParams();
  return userId === null ? <NotFoundInShell /> : <CustomerNotes key={userId} userId={userId} />;
}

function CustomerNotes({ userId }: { readonly userId: number }) {
  const { t } = useTranslation();
  const query = useQuery(notesQuery(userId));
  const user = useQuery(userQuery(userId));
  const crumbs = useBreadcrumbs({ ownerId: userId, farm: null });
  const name = user.data === undefined ? null : fullName(user.data);
  return (
    <Page
      title={t('notes.title')}
      breadcrumbs={crumbs}
      hasBackButton
      {...(name !== null && { meta: name })}
    >
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={1} height={520} />}
        errorFallback={t('notes.failed')}
      >
        {(notes) => (
          <NotesForm
            userId={userId}
            label={name === null ? t('notes.labelOf') : t('notes.label', { name })}
            initialNotes={notes}
          />
        )}
      </QueryContent>
    </Page>
  );
}
