import type { ComponentChildren } from 'preact';
import { linkTo } from '../app/route.ts';
import type { Related } from './load-with-related.ts';
import { textAt } from './summary.ts';

/** Links from a resource to its related resources, as far as the sandbox still knows them. */
export function Links({ related: { resource, offer, search } }: { related: Related }) {
  const replaces = 'reservation' in resource ? textAt(resource.reservation, 'replaces') : '';
  const replacedBy = 'reservation' in resource ? textAt(resource.reservation, 'replacedBy') : '';
  const changed = resource.kind === 'search' ? resource.reservationId : null;
  const searchId = 'searchId' in resource ? resource.searchId : (offer?.searchId ?? null);
  return (
    <dl class="links">
      {replaces && <Link name="replaces">{toResource(replaces)}</Link>}
      {replacedBy && <Link name="replaced by">{toResource(replacedBy)}</Link>}
      {changed !== null && <Link name="changes">{toResource(changed)}</Link>}
      {searchId !== null && <Link name="search">{search ? toResource(searchId) : forgotten(searchId)}</Link>}
      {resource.kind === 'order' && (
        <Link name="offer">{offer ? toResource(resource.offerId) : forgotten(resource.offerId)}</Link>
      )}
      {resource.kind === 'reservation' && offer && <Link name="offer">{toResource(offer.resourceId)}</Link>}
      {resource.kind !== 'order' && search?.of !== 'flights' && (
        <Link name="reservations">
          <a href={linkTo({ query: { search: searchId ?? resource.resourceId } })}>all of this search</a>
        </Link>
      )}
    </dl>
  );
}

function Link({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function toResource(resourceId: string) {
  return (
    <a href={linkTo({ item: resourceId })}>
      <code>{resourceId}</code>
    </a>
  );
}

function forgotten(resourceId: string) {
  return (
    <>
      <code>{resourceId}</code> <span class="quiet">forgotten by now</span>
    </>
  );
}
