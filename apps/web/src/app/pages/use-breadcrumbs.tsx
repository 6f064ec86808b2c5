import { fullName } from '@granary/domain/accounts/full-name';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { userQuery } from '../../features/accounts/api/get-user.ts';
import { useCan } from '../../lib/use-can.ts';

interface PageFarm {
  readonly id: number;
  readonly name: string;
  readonly ownerId: number;
}

export interface BreadcrumbContext {
  readonly ownerId: number;
  /** Null if the page is not under a farm. */
  readonly farm: { readonly id: number; readonly name: string } | null;
}

/** The breadcrumbs of a page: users, customer and farm for staff; all bins and farm for others. */
export function useBreadcrumbs(context: BreadcrumbContext | null): ReactNode[] {
  const { t } = useTranslation();
  const canListCustomers = useCan('customers.list');
  const owner = useQuery({
    ...userQuery(context?.ownerId ?? 0),
    enabled: canListCustomers && context !== null,
  });
  const farm = context?.farm ?? null;
  const farmCrumb = farm && (
    <Link key="farm" to="/binsensorlist/$farmId" params={{ farmId: farm.id }}>
      {farm.name}
    </Link>
  );
  if (!canListCustomers) {
    const allBinsCrumb = (
      <Link key="all" to="/allbins">
        {t('breadcrumbs.allBins')}
      </Link>
    );
    return farmCrumb === null ? [allBinsCrumb] : [allBinsCrumb, farmCrumb];
  }
  const crumbs = [
    <Link key="users" to="/dashboard">
      {t('breadcrumbs.users')}
    </Link>,
  ];
  if (context !== null && owner.data !== undefined) {
    crumbs.push(
      <Link key="owner" to="/farmlist/$userId" params={{ userId: context.ownerId }}>
        {fullName(owner.data)}
      </Link>,
    );
  }
  if (farmCrumb !== null) crumbs.push(farmCrumb);
  return crumbs;
}

/** The breadcrumbs of a page under a farm; until the farm has loaded, only the first one. */
export function useFarmBreadcrumbs(farm: PageFarm | undefined): ReactNode[] {
  return useBreadcrumbs(
    farm === undefined ? null : { ownerId: farm.ownerId, farm: { id: farm.id, name: farm.name } },
  );
}
