"""A lawful client of many ways, with tenacity: STRATEGY=… taxiway exam -- python3 client.py"""
import json
import sys

from flights import order
from strategy import TRIP, does
from transfers import book, cancel, change, unless_expired
from wire import Lost, Refused


def end(code, said):
    print(json.dumps({} if does("states", "nothing") else said))
    sys.exit(code)


def end_booked(content):
    kept = {"ids": ["id"], "prices": ["id", "price", "currency"]}
    for states, names in kept.items():
        if does("states", states):
            content = {name: content[name] for name in names}
    end(0, {"outcome": "booked", "travellers": [content]})


def end_with(outcome):
    if outcome.result == "open":
        end(4, {"outcome": "unknown"})
    if outcome.result != "completed":
        end(3, {"outcome": "not booked"})
    one = outcome.reservation
    end_booked({
        "id": one["reservationId"],
        "price": one["totalAmount"],
        "currency": one["currency"],
        "pickup": one["pickupDateTime"],
        "name": f"{one['traveller']['firstName']} {one['traveller']['lastName']}",
    })


def order_flight():
    made = unless_expired(order)
    if made is None:
        end(4, {"outcome": "unknown"})
    end_booked({
        "id": made["orderId"],
        "price": made["totalAmount"],
        "currency": made["currency"],
        "departure": made["departure"],
        "name": f"{TRIP.firstName} {TRIP.lastName}",
    })


def ride():
    booked = unless_expired(book)
    if booked.result != "completed" or TRIP.task == "book-transfer":
        end_with(booked)
    if TRIP.task == "change-transfer":
        end_with(unless_expired(change, booked.reservation))
    cancelled = cancel(booked.reservation["reservationId"])
    if cancelled is None:
        end(4, {"outcome": "unknown"})
    if not cancelled:
        end(3, {"outcome": "not booked"})
    end_with(booked)


try:
    order_flight() if TRIP.task.endswith("flight") else ride()
except (Refused, Lost) as error:
    end(3, {"outcome": "not booked", "reason": str(error)})
