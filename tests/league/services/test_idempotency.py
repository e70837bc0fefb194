"""What is sent twice happens once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from league.core.actors import ANONYMOUS, system
from league.core.errors import BadInput, NotAllowed, Refused
from league.models import Club, IdempotencyKey
from league.services import idempotency
from tests import factories

pytestmark = pytest.mark.django_db

ADA, BEN = system("ada"), system("ben")


def test_a_repeat_gets_the_first_answer_and_does_nothing() -> None:
    done: list[str] = []

    def do() -> dict[str, int]:
        done.append("club")
        return {"club": factories.club().pk}

    first = idempotency.once(by=ADA, key="k", digest="d", do=do)
    second = idempotency.once(by=ADA, key="k", digest="d", do=do)

    assert first == second == {"club": Club.objects.get().pk}
    assert done == ["club"]


def test_the_same_key_for_something_else_is_refused() -> None:
    idempotency.once(by=ADA, key="k", digest="d", do=lambda: 1)

    with pytest.raises(Refused) as refused:
        idempotency.once(by=ADA, key="k", digest="other", do=lambda: 2)

    assert refused.value.code == "key_reused"


def test_two_senders_may_choose_the_same_key() -> None:
    answers = [idempotency.once(by=by, key="k", digest="d", do=lambda: 1) for by in (ADA, BEN)]

    assert answers == [1, 1]
    assert IdempotencyKey.objects.count() == 2


def test_without_a_key_nothing_is_remembered() -> None:
    answers = [
        idempotency.once(by=ADA, key="", digest="d", do=lambda n=n: n)  # type: ignore[misc]
        for n in (1, 2)
    ]

    assert answers == [1, 2]
    assert not IdempotencyKey.objects.exists()


def test_an_error_takes_effect_and_key_back() -> None:
    def fail() -> None:
        factories.club()
        raise Refused("no")

    with pytest.raises(Refused):
        idempotency.once(by=ADA, key="k", digest="d", do=fail)
    again = idempotency.once(by=ADA, key="k", digest="corrected", do=lambda: 3)

    assert again == 3
    assert not Club.objects.exists()


@pytest.mark.parametrize("key", ["k" * 121, "k\0"])
def test_a_key_that_cannot_be_stored_is_bad_input(key: str) -> None:
    with pytest.raises(BadInput) as refused:
        idempotency.once(by=ADA, key=key, digest="d", do=lambda: 1)

    assert refused.value.field == "key"


def test_keys_are_kept_for_a_fortnight() -> None:
    for key, days in (("old", 15), ("young", 13)):
        idempotency.once(by=ADA, key=key, digest="d", do=lambda: 1)
        then = timezone.now() - timedelta(days=days)
        IdempotencyKey.objects.filter(key=key).update(created_at=then)

    count = idempotency.sweep(by=system("sweep"))

    assert count == 1
    assert list(IdempotencyKey.objects.values_list("key", flat=True)) == ["young"]


def test_only_the_service_itself_forgets_keys() -> None:
    with pytest.raises(NotAllowed):
        idempotency.sweep(by=ANONYMOUS)


def test_the_fingerprint_does_not_depend_on_the_order_of_names() -> None:
    one = idempotency.digest_of({"a": 1, "b": [2]}, 3)
    two = idempotency.digest_of({"b": [2], "a": 1}, 3)
    other = idempotency.digest_of({"a": 1, "b": [2]}, 4)

    assert one == two != other
