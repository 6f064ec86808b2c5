import { fullName } from '@granary/domain/accounts/full-name';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { userQuery } from '../../features/accounts/api/get-user.ts';
import { useSession } from '../../lib/use-session.ts';
import { isStaff } from '../router/guards.ts';

export interface Place {
  readonly ownerId: number;
  /** Null on the farm's own page. */
  readonly farm: { readonly id: number; readonly name: string } | null;
}

/** The way to a page: for staff users, customer and farm; for others their bins and the farm. */
export function useCrumbs(place: Place | null): ReactNode[] {
  const { t } = useTranslation();
  const session = useSession();
  const isForStaff = session !== null && isStaff(session);
  const owner = useQuery({
    ...userQuery(place?.ownerId ?? 0),
    enabled: isForStaff && place !== null,
  });
  const farm = place?.farm ?? null;
  const farmCrumb = farm && (
    <Link key="farm" to="/binsensorlist/$farmId" params={{ farmId: farm.id }}>
      {farm.name}
    </Link>
  );
  if (!isForStaff) {
    const all = (
      <Link key="all" to="/allbins">
        {t('crumbs.allBins')}
      </Link>
    );
    return farmCrumb === null ? [all] : [all, farmCrumb];
  }
  const crumbs = [
    <Link key="users" to="/dashboard">
      {t('crumbs.users')}
    </Link>,
  ];
  if (place !== null && owner.data !== undefined) {
    crumbs.push(
      <Link key="owner" to="/farmlist/$userId" params={{ userId: place.ownerId }}>
        {fullName(owner.data)}
      </Link>,
    );
  }
  if (farmCrumb !== null) crumbs.push(farmCrumb);
  return crumbs;
}
