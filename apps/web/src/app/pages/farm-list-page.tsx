import { getRouteApi } from '@tanstack/react-router';
import { FarmListOf } from './farm-list-of.tsx';
import { NotFoundHere } from './not-found-here.tsx';

const route = getRouteApi('/shell/farmlist/$userId');

export function FarmListPage() {
  const { userId } = route.useParams();
  return userId === null ? <NotFoundHere /> : <FarmListOf userId={userId} />;
}
